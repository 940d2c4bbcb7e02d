package dev.assay.bench;

import dev.assay.bench.kafka.GrowthBenchmark;
import dev.assay.bench.kafka.KafkaCpuBenchmark;
import dev.assay.bench.kafka.MemoryBenchmark;
import dev.assay.bench.loop.AllocationBenchmark;
import dev.assay.bench.loop.LoopBenchmark;
import dev.assay.bench.reading.ReadingBenchmark;
import dev.assay.bench.statistics.Settings;
import java.util.List;

public final class BenchMain {
    private static final int BAD_INPUT = 2;

    private BenchMain() {}

    /** @param arguments the benchmark's name, then the options of {@link Settings} */
    public static void main(String[] arguments) throws Exception {
        run(arguments[0], settings(List.of(arguments).subList(1, arguments.length)));
    }

    private static Settings settings(List<String> options) {
        try {
            return Settings.parse(options);
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
            case "kafka-cpu" -> new KafkaCpuBenchmark(settings).run();
            case "growth" -> new GrowthBenchmark(settings).run();
            case "memory" -> new MemoryBenchmark(settings).run();
            case "reading" -> new ReadingBenchmark(settings).run();
            default -> throw new IllegalArgumentException("there is no benchmark '" + name + "'");
        }
    }
}
