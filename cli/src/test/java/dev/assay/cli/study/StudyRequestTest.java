package dev.assay.cli.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StudyRequestTest {
    private static final String STUDY = """
            study: small
            title: a small one
            scenario:
              systems: { memory: { law: constant, mean: 1 ms } }
              durability: level-4
              repeat: 3
              workload: { rate: 500/s }
              timing: { warmup: 1 s, measure: 2 s, drain: 5 s }
            tests:
              first:
                says: one load
                cells:
                  a: { system: memory }
                  same-as-a: { system: memory }
              second:
                says: more of it
                cells:
                  b: { system: memory, workload: { rate: 900/s } }
            """;

    private static StudyPlan plan(StudyChoice choice) throws ScenarioException {
        return new StudyRequest(choice, List.of(), null).plan("small.yaml", STUDY);
    }

    @Test
    void isTheSameAfterItWasWrittenDown() {
        StudyRequest request = new StudyRequest(
                new StudyChoice(Set.of("b", "a"), Set.of("memory"), Optional.of(Duration.ofMinutes(40))),
                List.of("repeat=5"),
                null);

        assertThat(StudyRequest.of(request.texts())).isEqualTo(request);
        MachineScale known = new MachineScale(
                2,
                Map.of("kafka", 41234.5, "pulsar", 20000.0),
                Map.of("queue", "stopped: -Xmx=1g, no"),
                Optional.of(9000.0));
        for (boolean searching : new boolean[] {true, false}) {
            StudyRequest scaled = request.with(known, searching);
            assertThat(StudyRequest.of(scaled.texts())).isEqualTo(scaled);
        }
    }

    @Test
    void hasTheTimeThatIsLeftAfterASearch() {
        StudyRequest request = new StudyRequest(
                new StudyChoice(Set.of(), Set.of(), Optional.of(Duration.ofMinutes(25))), List.of(), null);

        assertThat(request.after(Duration.ofMillis(187_123)).choice().budget()).contains(Duration.ofSeconds(1312));
        assertThat(request.after(Duration.ofHours(1)).choice().budget()).contains(Duration.ofSeconds(1));
    }

    @Test
    void runsWhatTwoCellsShareOnce() throws ScenarioException {
        StudyPlan plan = plan(StudyChoice.ALL);

        assertThat(plan.trials()).hasSize(2);
        assertThat(plan.plan().trials()).hasSize(6);
        assertThat(plan.entry("first/same-as-a", "as-published").orElseThrow().trial())
                .contains(new StudyPlan.Key("first/a", "as-published"));
    }

    @Test
    void leavesOutWhatDoesNotFitTheBudget() throws ScenarioException {
        // Three blocks of one cell take 3 x (3 s + 4 s + 25 s), those of two cells 21 s more.
        StudyPlan plan = plan(new StudyChoice(Set.of(), Set.of(), Optional.of(Duration.ofSeconds(100))));

        assertThat(plan.trials()).hasSize(1);
        assertThat(plan.entry("second/b", "as-published")
                        .orElseThrow()
                        .missing()
                        .orElseThrow()
                        .reason())
                .contains("does not fit into the time of 1 min 40 s");
        assertThat(plan.duration()).isEqualTo(Duration.ofSeconds(96));
    }

    @Test
    void leavesOutVariantsThatClaimsAreNotJudgedByFirst() throws ScenarioException {
        String two = STUDY.replace(
                "    says: one load\n",
                "    says: one load\n    variants: { a: {}, b: { workload: { rate: 700/s } } }\n");
        StudyChoice choice = new StudyChoice(Set.of("first"), Set.of(), Optional.of(Duration.ofSeconds(100)));

        StudyPlan plan = new StudyRequest(choice, List.of(), null).plan("small.yaml", two);

        assertThat(plan.trials()).hasSize(1);
        assertThat(plan.entry("first/a", "b")
                        .orElseThrow()
                        .missing()
                        .orElseThrow()
                        .reason())
                .startsWith("it does not fit");
    }

    @Test
    void saysWhatIsNotAskedFor() throws ScenarioException {
        StudyPlan plan = plan(new StudyChoice(Set.of("second"), Set.of(), Optional.empty()));

        assertThat(plan.trials()).hasSize(1);
        assertThat(plan.entry("first/a", "as-published").orElseThrow().missing())
                .isPresent();
    }

    @Test
    void refusesATestThatIsNotThere() {
        assertThatThrownBy(() -> plan(new StudyChoice(Set.of("third"), Set.of(), Optional.empty())))
                .hasMessageContaining("has no 'third'; its tests: first, second");
    }

    @Test
    void saysWhereAClaimNamesNoCell() {
        String wrong = STUDY + """
            claims:
              - id: c-1
                says: b is slower
                conditions:
                  - { ratio: { a: second/c, b: first/a, of: service.p99 }, expect: above, least: 1.25 }
                  - { ratio: { a: second/b, b: first/a, of: service.p99 }, expect: higher, least: 1.25 }
            """;

        assertThatThrownBy(() -> new StudyRequest(StudyChoice.ALL, List.of(), null).plan("small.yaml", wrong))
                .hasMessageContaining("small.yaml:23:23: the study has no cell called 'second/c'")
                .hasMessageContaining("did you mean 'second/b'")
                .hasMessageContaining("small.yaml:24:72: a ratio needs 'expect: above' or 'below'");
    }
}
