package dev.assay.provision.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Samples as they come in, and what their rates add up to. On a slow machine some were due already before what a test is
 * waiting for, and none stands for a second precisely.
 */
final class SampleLog implements Consumer<TelemetrySample> {
    private static final int MOST = 15;

    private final BlockingQueue<TelemetrySample> arriving = new LinkedBlockingQueue<>();
    private final List<TelemetrySample> taken = new ArrayList<>();

    @Override
    public void accept(TelemetrySample sample) {
        arriving.add(sample);
    }

    private void take() throws InterruptedException {
        TelemetrySample sample = arriving.poll(20, TimeUnit.SECONDS);
        assertThat(sample).isNotNull();
        taken.add(sample);
        assertThat(taken).as("samples of a second each").hasSizeLessThan(MOST);
    }

    TelemetrySample last() {
        return taken.getLast();
    }

    /** Takes samples until one has the figure. */
    void awaitFigure(String name) throws InterruptedException {
        do {
            take();
        } while (!last().figures().containsKey(name));
    }

    /** Takes samples until the figure, a rate per second, has added up to so much. */
    void awaitSum(String name, double least) throws InterruptedException {
        while (sum(name) < least) {
            take();
        }
    }

    /** What the figure, a rate per second, adds up to over all samples taken but the first, which says when the second begins. */
    double sum(String name) {
        double sum = 0;
        for (int i = 1; i < taken.size(); i++) {
            sum += taken.get(i).figures().getOrDefault(name, 0.0) * secondsUpTo(i, i - 1);
        }
        return sum;
    }

    /** How long a sample stands for in the mean. */
    double meanSeconds() {
        int last = taken.size() - 1;
        return secondsUpTo(last, 0) / last;
    }

    private double secondsUpTo(int sample, int from) {
        return (taken.get(sample).nanoTime() - taken.get(from).nanoTime()) / 1e9;
    }
}
