package dev.assay.bench.reading;

import dev.assay.bench.load.BenchOutput;
import dev.assay.bench.load.ChildJvm;
import dev.assay.bench.statistics.Samples;
import dev.assay.bench.statistics.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Measures the time to read a trial of 16 minutes and to compute its statistics, in a JVM with the flags of the command line. */
public final class ReadingBenchmark {
    private static final int TRIAL_SECONDS = 960;
    private static final int LIMIT_SECONDS = 300;
    private static final double MIB = 1 << 20;
    private static final List<String> FLAGS = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m");

    private final Settings settings;

    public ReadingBenchmark(Settings settings) {
        this.settings = settings;
    }

    public void run() throws IOException, InterruptedException {
        System.out.println("Reading: one trial of " + TRIAL_SECONDS + " s, five metrics, as 'assay report' reads it;"
                + " median (range) of " + settings.rounds() + " rounds");
        Samples.row("workers", "latency logs, MiB", "seconds", "CPU-seconds", "n");
        for (int workers : List.of(1, 4)) {
            Path base = Files.createTempDirectory("assay-bench-");
            try {
                measure(workers, new RecordedTrial(workers, TRIAL_SECONDS).write(base));
            } finally {
                delete(base);
            }
        }
    }

    private void measure(int workers, Path run) throws IOException, InterruptedException {
        Samples seconds = new Samples();
        Samples cpu = new Samples();
        for (int round = 0; round < settings.rounds(); round++) {
            BenchOutput output = ChildJvm.with(FLAGS).run(ReadSample.class, List.of(run.toString()), LIMIT_SECONDS);
            seconds.add(output.get("seconds"));
            cpu.add(output.get("cpu-seconds"));
        }
        Samples.row(
                Integer.toString(workers),
                "%.0f".formatted(logBytes(run) / MIB),
                seconds.text(1),
                cpu.text(1),
                Integer.toString(seconds.count()));
    }

    private static double logBytes(Path run) throws IOException {
        try (Stream<Path> files = Files.walk(run)) {
            return files.filter(file -> file.toString().endsWith(".hlog"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static void delete(Path base) throws IOException {
        try (Stream<Path> files = Files.walk(base)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
