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
        return event -> heard.add(name + " "
                + switch (event) {
                    case TrialEvent.Start(Instant start, List<Phase> phases) -> "start " + start + " " + phases.size();
                    case TrialEvent.Phases(List<Phase> phases) -> "phases " + phases.size();
                    case TrialStage stage -> stage.title();
                    case TrialEvent.Steadiness(SteadyRecord record) -> record.state();
                    case TrialEvent.Interval(WorkerInterval interval) -> interval.worker();
                    case TrialSecond second -> second.samples().getFirst().value();
                    case TrialEvent.Failure(String reason) -> reason;
                    default -> throw new IllegalArgumentException(event.toString());
                });
    }

    @Test
    void everyListenerHearsEverythingInOrder() {
        TrialListener all = TrialListener.all(List.of(named("a"), event -> {}, named("b")));

        all.on(TrialStage.LOADING);
        all.on(new TrialEvent.Start(Instant.EPOCH, List.of(new Phase("measure", 0, 1))));
        all.on(new TrialEvent.Phases(List.of(new Phase("a", 0, 1), new Phase("b", 1, 2))));
        all.on(new TrialEvent.Steadiness(
                new SteadyRecord("a", SteadyRecord.State.NOT_KNOWN, 5, 20, List.of(), List.of(), List.of())));
        all.on(new TrialEvent.Interval(new WorkerInterval(
                "w1", 0, 1, LoadTotals.ZERO, new HarnessSample(0, 0, 0, 0, new Histogram(3)), List.of())));
        all.on(new TrialSecond(1, LoadTotals.ZERO, new Histogram(3), List.of(Metrics.BACKLOG.of(7))));
        all.on(new TrialEvent.Failure("gone"));

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
        TrialListener all = TrialListener.all(List.of(event -> {
            throw new IllegalStateException(event.toString());
        }));
        assertThatThrownBy(() -> all.on(new TrialEvent.Failure("full"))).hasMessageContaining("full");
    }
}
