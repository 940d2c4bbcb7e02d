package dev.assay.bench.loop;

import dev.assay.bench.load.BenchOutput;
import dev.assay.bench.load.ChildJvm;
import dev.assay.bench.statistics.Samples;
import dev.assay.bench.statistics.Settings;
import java.io.IOException;
import java.util.List;

/** Measures messages per second through the whole loop, next to the bare one. */
public final class LoopBenchmark {
    private static final int SPARE_SECONDS = 60;

    private final Settings settings;
    private final ChildJvm jvm;

    public LoopBenchmark(Settings settings) {
        this.settings = settings;
        this.jvm = ChildJvm.on(settings.cores());
    }

    public void run() throws IOException, InterruptedException {
        System.out.println("Loop: million messages/s on processors " + settings.cores() + "; median (range) of "
                + settings.rounds() + " rounds of " + settings.seconds() + " s, the two programs in turns");
        Samples.row("producers", "message, B", "bare, M/s", "Assay, M/s", "Assay / bare", "Assay, CPU ns/message", "n");
        for (int producers : List.of(1, 2)) {
            for (int bytes : List.of(100, 1000)) {
                measure(producers, bytes);
            }
        }
    }

    private void measure(int producers, int bytes) throws IOException, InterruptedException {
        Samples bare = new Samples();
        Samples whole = new Samples();
        Samples ratio = new Samples();
        Samples cpu = new Samples();
        for (int round = 0; round < settings.rounds(); round++) {
            double without = perSecond(BareLoop.class, producers, bytes).get("messages-per-second");
            BenchOutput with = perSecond(WholeLoop.class, producers, bytes);
            bare.add(without / 1e6);
            whole.add(with.get("messages-per-second") / 1e6);
            ratio.add(with.get("messages-per-second") / without);
            cpu.add(with.get("cpu-nanos-per-message"));
        }
        Samples.row(
                Integer.toString(producers),
                Integer.toString(bytes),
                bare.text(2),
                whole.text(2),
                ratio.text(2),
                cpu.text(0),
                Integer.toString(ratio.count()));
    }

    private BenchOutput perSecond(Class<?> program, int producers, int bytes) throws IOException, InterruptedException {
        List<String> arguments = List.of(
                Integer.toString(producers),
                Integer.toString(bytes),
                Integer.toString(settings.warmupSeconds()),
                Integer.toString(settings.seconds()));
        return jvm.run(program, arguments, settings.warmupSeconds() + settings.seconds() + SPARE_SECONDS);
    }
}
