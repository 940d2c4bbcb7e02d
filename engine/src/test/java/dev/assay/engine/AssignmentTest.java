package dev.assay.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.core.result.Phase;
import dev.assay.engine.EngineTrials.Load;
import dev.assay.engine.EngineTrials.Shape;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class AssignmentTest {
    @Test
    void refusesPhasesWithGaps() {
        assertThatThrownBy(() -> with(List.of(new Phase("warmup", 0, 10), new Phase("measure", 11, 20))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("phase measure must start where the one before ends, at 10 ns, but starts at 11 ns");
        assertThatThrownBy(() -> with(List.of(new Phase("warmup", 5, 10))))
                .hasMessage("phase warmup must start where the one before ends, at 0 ns, but starts at 5 ns");
        assertThatThrownBy(() -> with(List.of())).hasMessage("an assignment needs at least one phase");
    }

    @Test
    void theLoadEndsWithTheLastPhase() {
        assertThat(with(List.of(new Phase("warmup", 0, 10), new Phase("measure", 10, 20)))
                        .loadNanos())
                .isEqualTo(20);
    }

    private static Assignment with(List<Phase> phases) {
        Assignment some = EngineTrials.assignment(Shape.SMALLEST, Load.constant(1, Duration.ofSeconds(1)));
        return new Assignment(
                some.worker(),
                some.run(),
                some.seed(),
                some.workload(),
                phases,
                some.producers(),
                some.consumers(),
                some.catchUp());
    }
}
