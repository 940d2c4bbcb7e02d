package dev.assay.bench.pacing;

import dev.assay.bench.load.BenchOutput;
import dev.assay.bench.load.ChildJvm;
import dev.assay.bench.statistics.MarkdownTable;
import dev.assay.bench.statistics.Samples;
import dev.assay.bench.statistics.Settings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Cores that pacing takes, and how late messages leave next to how late a thread that only sleeps wakes up. */
public final class PacingBenchmark {
    private static final int SPARE_SECONDS = 60;

    private final Settings settings;

    /** One way to pace; park 0 is the engine's own. */
    private record Way(String title, int rate, long parkNanos, long slackNanos) {}

    private static final List<Way> WAYS = List.of(
            new Way("the engine as it is", 1_000, 0, 0),
            new Way("the engine as it is", 50_000, 0, 0),
            new Way("shortest park 50 µs", 50_000, 50_000, 0),
            new Way("shortest park 100 µs", 50_000, 100_000, 0),
            new Way("shortest park 250 µs", 50_000, 250_000, 0),
            new Way("shortest park 100 µs, timer slack 1 ns", 50_000, 100_000, 1));

    public PacingBenchmark(Settings settings) {
        this.settings = settings;
    }

    /** Takes the measurements and prints them. */
    public void run() throws IOException, InterruptedException {
        System.out.println("Pacing: one producer on a driver that does nothing; median (range) of " + settings.rounds()
                + " rounds of " + settings.seconds() + " s, the rows in turns");
        Map<Way, Readings> all = new HashMap<>();
        WAYS.forEach(way -> all.put(way, new Readings()));
        for (int round = 0; round < settings.rounds(); round++) {
            for (Way way : WAYS) {
                all.getOrDefault(way, new Readings()).add(read(way));
            }
        }
        print(all);
    }

    private static void print(Map<Way, Readings> all) {
        MarkdownTable cores = new MarkdownTable(
                "pacing",
                "messages/s",
                "cores, load − idle",
                "of these the producer",
                "of these the hiccup meter",
                "n");
        MarkdownTable delays = new MarkdownTable(
                "pacing",
                "messages/s",
                "schedule lag p50, µs",
                "schedule lag p99.9, µs",
                "hiccup p99.9, µs",
                "delay / hiccup at p99.9",
                "n");
        for (Way way : WAYS) {
            Readings of = all.getOrDefault(way, new Readings());
            String rate = Integer.toString(way.rate());
            String n = Integer.toString(of.extra.count());
            cores.row(way.title(), rate, of.extra.text(3), of.producer.text(3), of.meter.text(3), n);
            delays.row(
                    way.title(),
                    rate,
                    of.delay50.text(0),
                    of.delay999.text(0),
                    of.hiccup999.text(0),
                    of.ratio.text(2),
                    n);
        }
        cores.print(System.out);
        delays.print(System.out);
    }

    private BenchOutput read(Way way) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>();
        for (long argument :
                new long[] {way.rate(), way.parkNanos(), way.slackNanos(), settings.warmupSeconds(), settings.seconds()
                }) {
            arguments.add(Long.toString(argument));
        }
        return ChildJvm.free()
                .run(PacingSample.class, arguments, settings.warmupSeconds() + 2 * settings.seconds() + SPARE_SECONDS);
    }

    private static final class Readings {
        private final Samples extra = new Samples();
        private final Samples producer = new Samples();
        private final Samples meter = new Samples();
        private final Samples delay50 = new Samples();
        private final Samples delay999 = new Samples();
        private final Samples hiccup999 = new Samples();
        private final Samples ratio = new Samples();

        void add(BenchOutput output) {
            extra.add(output.get("cores") - output.get("idle-cores"));
            producer.add(output.get("producer-cores"));
            meter.add(output.get("meter-cores"));
            delay50.add(output.get("delay-p50"));
            delay999.add(output.get("delay-p999"));
            hiccup999.add(output.get("hiccup-p999"));
            ratio.add(output.get("delay-p999") / output.get("hiccup-p999"));
        }
    }
}
