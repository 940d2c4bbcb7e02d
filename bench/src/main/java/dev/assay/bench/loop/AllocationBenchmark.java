package dev.assay.bench.loop;

import dev.assay.bench.load.BenchOutput;
import dev.assay.bench.load.ChildJvm;
import dev.assay.bench.statistics.Samples;
import dev.assay.bench.statistics.Settings;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures the bytes that Assay's own code allocates per message. */
public final class AllocationBenchmark {
    private static final int SPARE_SECONDS = 60;

    private final Settings settings;

    public AllocationBenchmark(Settings settings) {
        this.settings = settings;
    }

    public void run() throws IOException, InterruptedException {
        System.out.println("Allocation: bytes per message, 200 000 messages/s of 100 B; median (range) of "
                + settings.rounds() + " rounds of " + settings.seconds() + " s");
        Map<String, Samples> bytes = new LinkedHashMap<>();
        List.of("whole", "sending", "receiving", "messages").forEach(name -> bytes.put(name, new Samples()));
        for (int round = 0; round < settings.rounds(); round++) {
            BenchOutput output = read();
            bytes.forEach((name, samples) -> samples.add(output.get(name)));
        }
        Samples.row("thread", "B/message", "messages of a round", "n");
        row(bytes, "whole", "producer, in-memory system: paced, sent, received, booked, acknowledged");
        row(bytes, "sending", "producer, another thread delivers: paced, stamped, sent");
        row(bytes, "receiving", "that other thread: received, booked, acknowledged, recorded");
    }

    private void row(Map<String, Samples> bytes, String statistic, String title) {
        Samples samples = bytes.getOrDefault(statistic, new Samples());
        Samples messages = bytes.getOrDefault("messages", new Samples());
        Samples.row(title, samples.text(3), "%.0f".formatted(messages.median()), Integer.toString(samples.count()));
    }

    private BenchOutput read() throws IOException, InterruptedException {
        return ChildJvm.free()
                .run(
                        AllocationSample.class,
                        List.of(Integer.toString(settings.warmupSeconds()), Integer.toString(settings.seconds())),
                        2 * (settings.warmupSeconds() + settings.seconds()) + SPARE_SECONDS);
    }
}
