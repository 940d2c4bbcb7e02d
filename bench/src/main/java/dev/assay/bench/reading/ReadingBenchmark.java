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
        Samples.row("workers", "latency logs, MiB", "reading", "seconds", "CPU-seconds", "n");
        for (int workers : List.of(1, 4)) {
            Path base = Files.createTempDirectory("assay-bench-");
            try {
                measure(workers, new RecordedTrial(workers, TRIAL_SECONDS).write(base));
            } finally {
                delete(base);
            }
        }
    }

    /** Reads the run in turns without what is kept of an earlier reading, and with it. */
    private void measure(int workers, Path run) throws IOException, InterruptedException {
        Reading first = new Reading("first");
        Reading again = new Reading("again");
        for (int round = 0; round < settings.rounds(); round++) {
            for (Path kept : files(run, ".kept")) {
                Files.delete(kept);
            }
            first.read(run);
            again.read(run);
        }
        for (Reading reading : List.of(first, again)) {
            Samples.row(
                    Integer.toString(workers),
                    "%.0f".formatted(logBytes(run) / MIB),
                    reading.title,
                    reading.seconds.text(2),
                    reading.cpu.text(2),
                    Integer.toString(reading.seconds.count()));
        }
    }

    private static final class Reading {
        private final String title;
        private final Samples seconds = new Samples();
        private final Samples cpu = new Samples();

        Reading(String title) {
            this.title = title;
        }

        void read(Path run) throws IOException, InterruptedException {
            BenchOutput output = ChildJvm.with(FLAGS).run(ReadSample.class, List.of(run.toString()), LIMIT_SECONDS);
            seconds.add(output.get("seconds"));
            cpu.add(output.get("cpu-seconds"));
        }
    }

    private static List<Path> files(Path run, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(run)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    private static double logBytes(Path run) throws IOException {
        return files(run, ".hlog").stream()
                .mapToLong(file -> file.toFile().length())
                .sum();
    }

    private static void delete(Path base) throws IOException {
        try (Stream<Path> files = Files.walk(base)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
