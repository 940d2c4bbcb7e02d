package dev.assay.model.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.metric.Metrics;
import dev.assay.model.result.HarnessSample;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.SteadyRecord;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.timeline.Phase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TrialListenerTest {
    private final List<String> heard = new ArrayList<>();

    private TrialListener named(String name) {
        return new TrialListener() {
            @Override
            public void onStart(Instant start, List<Phase> phases) {
                heard.add(name + " start " + start + " " + phases.size());
            }

            @Override
            public void onPhases(List<Phase> phases) {
                heard.add(name + " phases " + phases.size());
            }

            @Override
            public void onStage(TrialStage stage) {
                heard.add(name + " " + stage.title());
            }

            @Override
            public void onSteady(SteadyRecord seen) {
                heard.add(name + " " + seen.state());
            }

            @Override
            public void onInterval(WorkerInterval interval) {
                heard.add(name + " " + interval.worker());
            }

            @Override
            public void onSecond(TrialSecond second) {
                heard.add(name + " " + second.samples().getFirst().value());
            }

            @Override
            public void onFailure(String reason) {
                heard.add(name + " " + reason);
            }
        };
    }

    @Test
    void everyListenerHearsEverythingInOrder() {
        TrialListener all = TrialListener.all(List.of(named("a"), new TrialListener() {}, named("b")));

        all.onStage(TrialStage.LOADING);
        all.onStart(Instant.EPOCH, List.of(new Phase("measure", 0, 1)));
        all.onPhases(List.of(new Phase("a", 0, 1), new Phase("b", 1, 2)));
        all.onSteady(new SteadyRecord("a", SteadyRecord.State.NOT_KNOWN, 5, 20, List.of(), List.of(), List.of()));
        all.onInterval(new WorkerInterval(
                "w1", 0, 1, LoadTotals.ZERO, new HarnessSample(0, 0, 0, 0, new Histogram(3)), List.of()));
        all.onSecond(new TrialSecond(1, LoadTotals.ZERO, new Histogram(3), List.of(Metrics.BACKLOG.of(7))));
        all.onFailure("gone");

        assertThat(heard)
                .containsExactly(
                        "a load",
                        "b load",
                        "a start 1970-01-01T00:00:00Z 1",
                        "b start 1970-01-01T00:00:00Z 1",
                        "a phases 2",
                        "b phases 2",
                        "a NOT_KNOWN",
                        "b NOT_KNOWN",
                        "a w1",
                        "b w1",
                        "a 7.0",
                        "b 7.0",
                        "a gone",
                        "b gone");
    }

    @Test
    void anExceptionOfAListenerIsNotSwallowed() {
        TrialListener all = TrialListener.all(List.of(new TrialListener() {
            @Override
            public void onFailure(String reason) {
                throw new IllegalStateException(reason);
            }
        }));
        assertThatThrownBy(() -> all.onFailure("full")).hasMessage("full");
    }
}
