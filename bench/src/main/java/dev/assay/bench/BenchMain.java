package dev.assay.bench;

import dev.assay.bench.heap.HeapBenchmark;
import dev.assay.bench.kafka.KafkaCpuBenchmark;
import dev.assay.bench.kafka.MemoryBenchmark;
import dev.assay.bench.loop.AllocationBenchmark;
import dev.assay.bench.loop.LoopBenchmark;
import dev.assay.bench.pacing.PacingBenchmark;
import dev.assay.bench.pacing.ProducersBenchmark;
import dev.assay.bench.reading.ReadingBenchmark;
import dev.assay.bench.statistics.Settings;
import dev.assay.bench.workers.WorkersBenchmark;
import java.util.List;

/** Runs one benchmark and prints its results as tables in Markdown. */
public final class BenchMain {
    private static final int BAD_INPUT = 2;

    private BenchMain() {}

    /**
     * Runs it.
     *
     * @param arguments its name, then the options of {@link Settings}
     */
    public static void main(String[] arguments) throws Exception {
        run(arguments[0], settings(defaults(arguments[0]), List.of(arguments).subList(1, arguments.length)));
    }

    private static Settings defaults(String name) {
        return name.equals("heap") ? Settings.OF_HEAP : Settings.DEFAULT;
    }

    private static Settings settings(Settings defaults, List<String> options) {
        try {
            return Settings.parse(defaults, options);
        } catch (IllegalArgumentException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(BAD_INPUT);
            throw e;
        }
    }

    private static void run(String name, Settings settings) throws Exception {
        switch (name) {
            case "loop" -> new LoopBenchmark(settings).run();
            case "allocation" -> new AllocationBenchmark(settings).run();
            case "pacing" -> new PacingBenchmark(settings).run();
            case "producers" -> new ProducersBenchmark(settings).run();
            case "kafka-cpu" -> new KafkaCpuBenchmark(settings).run();
            case "memory" -> new MemoryBenchmark(settings).run();
            case "heap" -> new HeapBenchmark(settings).run();
            case "reading" -> new ReadingBenchmark(settings).run();
            case "workers" -> new WorkersBenchmark(settings).run();
            default -> throw new IllegalArgumentException("there is no benchmark '" + name + "'");
        }
    }
}
