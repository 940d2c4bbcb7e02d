package dev.assay.bench.loop;

import dev.assay.bench.load.ChildJvm;
import dev.assay.bench.load.LoadSegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.HdrHistogram.Histogram;

/**
 * Does the least that a loop of this kind can do, for comparison with the whole one. For each message it reads the clock, takes the
 * CRC-32C of a payload, reads the clock again, records two latencies in HdrHistograms of three digits, and sets one bit in an array
 * of 2^20 bits. Payloads come in turn from 2 MiB of random bytes, as in the engine. There is no schedule, header, send, ledger,
 * hand-over between threads, or reader of the histograms.
 */
public final class BareLoop implements Runnable {
    private static final int CYCLE_BYTES = 2 << 20;
    private static final int WORDS = (1 << 20) / Long.SIZE;
    private static final long ANNOUNCE = 1024;

    private final AtomicLong done = new AtomicLong();
    private final byte[] bytes = new byte[CYCLE_BYTES];
    private final int size;
    private volatile boolean stopped;
    private final AtomicLong sink = new AtomicLong();

    private BareLoop(int size) {
        this.size = size;
        new SplittableRandom(42).nextBytes(bytes);
    }

    /**
     * Prints {@code messages-per-second}.
     *
     * @param arguments threads, bytes of a message, seconds of warm-up, seconds
     */
    public static void main(String[] arguments) {
        List<BareLoop> loops = new ArrayList<>();
        for (int thread = 0; thread < Integer.parseInt(arguments[0]); thread++) {
            BareLoop loop = new BareLoop(Integer.parseInt(arguments[1]));
            loops.add(loop);
            Thread.ofPlatform().daemon().name("bare-" + thread).start(loop);
        }
        long start = System.nanoTime() + Integer.parseInt(arguments[2]) * 1_000_000_000L;
        LoadSegment.sleepUntil(start);
        long from = System.nanoTime();
        long before = sum(loops);
        LoadSegment.sleepUntil(start + Integer.parseInt(arguments[3]) * 1_000_000_000L);
        long messages = sum(loops) - before;
        ChildJvm.tell("messages-per-second", messages * 1e9 / (System.nanoTime() - from));
        loops.forEach(loop -> loop.stopped = true);
    }

    private static long sum(List<BareLoop> loops) {
        return loops.stream().mapToLong(loop -> loop.done.get()).sum();
    }

    @Override
    public void run() {
        CRC32C crc = new CRC32C();
        Histogram one = new Histogram(3);
        Histogram other = new Histogram(3);
        long[] bits = new long[WORDS];
        long last = System.nanoTime();
        int offset = 0;
        for (long sequence = 0; !stopped; sequence++) {
            long start = System.nanoTime();
            crc.reset();
            crc.update(bytes, offset, size);
            long end = System.nanoTime();
            one.recordValue(end - start);
            other.recordValue(start - last);
            bits[(int) (sequence >>> 6) & (WORDS - 1)] |= 1L << sequence;
            last = start;
            offset = offset + 2 * size > CYCLE_BYTES ? 0 : offset + size;
            if (sequence % ANNOUNCE == 0) {
                done.setRelease(sequence);
                sink.setRelease(crc.getValue() + bits[0]);
            }
        }
        sink.addAndGet(one.getTotalCount() + other.getTotalCount());
    }
}
