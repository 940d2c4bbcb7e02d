package dev.assay.bench.pacing;

import dev.assay.bench.load.BenchOutput;
import dev.assay.bench.load.ChildJvm;
import dev.assay.bench.statistics.MarkdownTable;
import dev.assay.bench.statistics.Samples;
import dev.assay.bench.statistics.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What it costs when one rate is shared by many producers, each with a thread of its own. */
public final class ProducersBenchmark {
    private static final int SPARE_SECONDS = 60;
    private static final List<Integer> PRODUCERS = List.of(1, 16, 100, 200, 1000);
    private static final int RATE = 10_000;

    /** A thousand producers do not fit into the heap of a worker that has one. */
    private static final List<String> HEAP = List.of("-Xms64m", "-Xmx3g");

    private static final List<String> METRICS =
            List.of("threads", "cores", "cpu-per-message", "delay-p50", "delay-p99", "delay-max", "hiccup-p99", "heap");

    private final Settings settings;

    public ProducersBenchmark(Settings settings) {
        this.settings = settings;
    }

    /** Takes the measurements and prints them. */
    public void run() throws IOException, InterruptedException {
        System.out.println("Producers: " + RATE + " messages/s of 100 B shared by all, on a driver that does nothing; "
                + "median (range) of " + settings.rounds() + " rounds of " + settings.seconds()
                + " s, the rows in turns");
        Map<Integer, List<BenchOutput>> all = new LinkedHashMap<>();
        PRODUCERS.forEach(producers -> all.put(producers, new ArrayList<>()));
        for (int round = 0; round < settings.rounds(); round++) {
            for (Map.Entry<Integer, List<BenchOutput>> row : all.entrySet()) {
                row.getValue().add(read(row.getKey()));
            }
        }
        MarkdownTable table = new MarkdownTable(
                "producers",
                "threads",
                "cores",
                "CPU µs/message",
                "schedule lag p50, µs",
                "p99, µs",
                "max, µs",
                "hiccup p99, µs",
                "heap, MiB",
                "n");
        all.forEach((producers, readings) -> {
            List<String> cells = new ArrayList<>(List.of(Integer.toString(producers)));
            METRICS.forEach(statistic -> cells.add(text(readings, statistic)));
            cells.add(Integer.toString(readings.size()));
            table.row(cells.toArray(String[]::new));
        });
        table.print(System.out);
    }

    private static String text(List<BenchOutput> readings, String statistic) {
        Samples samples = new Samples();
        readings.forEach(reading -> samples.add(reading.get(statistic)));
        return samples.text(statistic.equals("cores") ? 3 : statistic.equals("cpu-per-message") ? 1 : 0);
    }

    private BenchOutput read(int producers) throws IOException, InterruptedException {
        List<String> arguments = List.of(
                Integer.toString(producers),
                Integer.toString(RATE),
                Integer.toString(settings.warmupSeconds()),
                Integer.toString(settings.seconds()));
        return ChildJvm.free()
                .and(HEAP)
                .run(ProducersSample.class, arguments, settings.warmupSeconds() + settings.seconds() + SPARE_SECONDS);
    }
}
