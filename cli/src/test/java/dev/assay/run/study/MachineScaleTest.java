package dev.assay.run.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.model.spec.PhaseSpec;
import dev.assay.scenario.ScenarioException;
import dev.assay.scenario.StudyFile;
import dev.assay.scenario.StudyRequest;
import dev.assay.scenario.TrialText;
import dev.assay.scenario.plan.TrialPoint;
import dev.assay.scenario.study.MachineScale;
import dev.assay.scenario.study.StudyCell;
import dev.assay.scenario.study.StudyChoice;
import dev.assay.scenario.study.StudyPlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Checks that a study scales with the machine: fractions of peaks stay, and values that depend on the rate follow it. */
class MachineScaleTest {
    private static final String STUDY = """
            study: small
            scenario:
              repeat: 3
              systems:
                kafka: { nodes: 3 }
                pulsar: { bookies: 3 }
                rabbitmq: { nodes: 3 }
              workload: { partitions: 100, message: { size: 1 KiB }, rate: 200k/s }
              timing: { drain: 1 min }
            scale:
              peaks:
                fast: { cell: load/kafka, published: 600000 }
                slow: { cell: load/pulsar, published: 300000 }
                queue: { cell: load/rabbitmq, fraction: 0.5 }
              together: [[fast, slow]]
              partition-per-core: { rabbitmq: 24 }
              scenario: { systems: { kafka: { heap: 128 MiB }, pulsar: { heap: 192 MiB } } }
              search: { from: 500/s, to: 1M/s, precision: 10 %, probe: 5 s, decide: 15 s, warmup: 3 s, curve: false }
              lengths: { warmup: 5 s, measure: 15 s, drain: 20 s, before: 20 s, backlog: 30 s, at-most: 3 min }
            tests:
              load:
                scenario: { timing: { warmup: 1 min, measure: 10 min } }
                cells:
                  kafka: { system: kafka }
                  pulsar: { system: pulsar }
                  rabbitmq: { system: rabbitmq, workload: { partitions: 24, rate: 30k/s } }
                  many: { system: kafka, workload: { partitions: 5000 } }
                  few: { system: kafka, workload: { partitions: 150 }, systems: { kafka: { heap: 6 GiB } } }
                  queues: { system: rabbitmq, workload: { partitions: 48, rate: 30k/s } }
                  fan-out: { system: kafka, workload: { subscriptions: 10 } }
                  peak: { system: kafka, workload: { partitions: 2000, rate: { search: { from: 1000/s, to: 2M/s } } } }
              backlog:
                scenario:
                  workload: { groups: { history: { consumers: 2, start-at: catch-up, start-paused: true } } }
                cells:
                  kafka:
                    system: kafka
                    phases:
                      before: { for: 5 min }
                      build: { until: { sent: 512 GiB }, at-most: 2 h }
                      catch-up: { until: { caught-up: history }, at-most: 2 h }
            claims:
              - id: s-1
                says: Kafka is faster
                conditions:
                  - { ratio: { a: load/kafka, b: load/pulsar, of: service.p99 }, expect: below, least: 1.1 }
            """;

    private static final MachineScale HERE = new MachineScale(
            2, Map.of("fast", 150_000.0, "slow", 60_000.0, "queue", 20_000.0), Map.of(), Optional.of(30_000.0));

    private static StudyPlan plan(String study, MachineScale scale, StudyChoice choice, boolean searching)
            throws ScenarioException {
        return new StudyRequest(choice, List.of(), null)
                .with(scale, searching)
                .plan(new StudyFile("small.yaml", study));
    }

    private static TrialPoint trial(String cell, MachineScale scale) throws ScenarioException {
        return cell(cell, scale).variants().values().iterator().next();
    }

    private static StudyCell cell(String cell, MachineScale scale) throws ScenarioException {
        return plan(STUDY, scale, StudyChoice.ALL, false).study().cells().stream()
                .filter(one -> one.id().equals(cell))
                .findFirst()
                .orElseThrow();
    }

    private static double rate(String cell, MachineScale scale) throws ScenarioException {
        return trial(cell, scale)
                .spec()
                .workload()
                .rate()
                .constantRate()
                .orElseThrow()
                .perSecond();
    }

    @Test
    void systemsThatAreComparedGetTheRateThatTheSlowerOneBears() throws ScenarioException {
        assertThat(rate("load/kafka", HERE)).isEqualTo(40_000); // 200 000 x min(150/600, 60/300)
        assertThat(rate("load/pulsar", HERE)).isEqualTo(40_000);
        assertThat(rate("load/rabbitmq", HERE)).isEqualTo(10_000); // half of its own peak, as none was published
        assertThat(cell("load/kafka", HERE).scaled().orElseThrow().text())
                .isEqualTo("40,000 for 200,000 msg/s (a factor of 0.20)");
    }

    @Test
    void neverMoreIsOfferedThanWasPublished() throws ScenarioException {
        MachineScale large = new MachineScale(64, Map.of("fast", 9e6, "slow", 9e6, "queue", 9e6));

        assertThat(rate("load/kafka", large)).isEqualTo(200_000);
        assertThat(rate("load/rabbitmq", large)).isEqualTo(30_000);
        assertThat(trial("load/many", large).spec().workload().partitions()).isEqualTo(5000);
        assertThat(trial("load/rabbitmq", large).spec().workload().partitions()).isEqualTo(24);
        assertThat(cell("load/kafka", large).scaled().orElseThrow().text()).isEmpty();
    }

    @Test
    void partitionsAboveAHundredFollowTheRateAndQueuesTheCores() throws ScenarioException {
        assertThat(trial("load/kafka", HERE).spec().workload().partitions()).isEqualTo(100);
        assertThat(trial("load/many", HERE).spec().workload().partitions()).isEqualTo(1000);
        assertThat(trial("load/few", HERE).spec().workload().partitions()).isEqualTo(150);
        assertThat(trial("load/peak", HERE).spec().workload().partitions()).isEqualTo(400);
        assertThat(trial("load/rabbitmq", HERE).spec().workload().partitions()).isEqualTo(3);
        assertThat(trial("load/queues", HERE).spec().workload().partitions()).isEqualTo(4);
        assertThat(cell("load/many", HERE).scaled().orElseThrow().text())
                .endsWith(", 1000 for 5000 partitions, 40 for 40 msg/s each");
    }

    @Test
    void whatAMachineHasNoRoomForIsOfItsOwnSize() throws ScenarioException {
        String heap = "systems.kafka.heap";

        assertThat(TrialText.keys(trial("load/few", HERE).spec())).containsEntry(heap, "128 MiB");
        assertThat(TrialText.keys(StudyFile.read("small.yaml", STUDY, List.of()).cells().stream()
                        .filter(cell -> cell.id().equals("load/few"))
                        .flatMap(cell -> cell.variants().values().stream())
                        .findFirst()
                        .orElseThrow()
                        .spec()))
                .containsEntry(heap, "6 GiB");
    }

    @Test
    void lengthsSearchesAndBacklogsAreThoseOfTheFit() throws ScenarioException {
        assertThat(trial("load/kafka", HERE).spec().timeline().endNanos())
                .isEqualTo(Duration.ofSeconds(20).toNanos());
        assertThat(trial("load/peak", HERE).spec().search().orElseThrow().decide())
                .isEqualTo(Duration.ofSeconds(15));
        assertThat(phase("before").length()).isEqualTo(Duration.ofSeconds(20));
        assertThat(phase("build").until().sent().bytes()).isEqualTo(30L * 40_000 * 1024);
        assertThat(phase("catch-up").atMost()).isEqualTo(Duration.ofMinutes(3));
        assertThat(phase("catch-up").pageCache()).isEqualTo(PhaseSpec.PageCache.DROP);
    }

    private static PhaseSpec phase(String name) throws ScenarioException {
        return Objects.requireNonNull(
                trial("backlog/kafka", HERE).spec().phases().get(name));
    }

    @Test
    void whatTheHarnessCannotDeliverIsNotTestable() throws ScenarioException {
        assertThat(cell("load/fan-out", HERE).missing().orElseThrow().reason())
                .isEqualTo(
                        "40,000 msg/s to 10 subscriptions are more than half of what the harness delivers here by itself (30,000 msg/s)");
        MachineScale able = new MachineScale(2, HERE.peaks(), Map.of(), Optional.of(90_000.0));
        assertThat(cell("load/fan-out", able).missing()).isEmpty();
    }

    @Test
    void aSystemWithoutAPeakIsNotTestable() throws ScenarioException {
        MachineScale others = new MachineScale(2, Map.of("fast", 150_000.0, "slow", 60_000.0));

        assertThat(cell("load/rabbitmq", others).missing().orElseThrow().reason())
                .startsWith("no peak of its system is known");
        assertThat(cell("load/kafka", others).missing()).isEmpty();
    }

    @Test
    void aSystemWhosePeakWasNotFoundIsNotTestableAndSaysWhy() throws ScenarioException {
        MachineScale without = new MachineScale(
                2,
                Map.of("fast", 150_000.0, "slow", 60_000.0),
                Map.of("queue", "stopped: broker-1 has ended (exit code 2)."),
                Optional.empty());

        assertThat(cell("load/rabbitmq", without).missing().orElseThrow().reason())
                .isEqualTo(
                        "the peak queue was not found (stopped: broker-1 has ended (exit code 2).), so its load can't be scaled to this machine");
        assertThat(rate("load/kafka", without)).isEqualTo(40_000);
    }

    @Test
    void onlyPeaksThatAreNotKnownAreSearched() throws ScenarioException {
        MachineScale known = new MachineScale(2, Map.of("slow", 60_000.0));

        StudyPlan searches = plan(STUDY, known, StudyChoice.ALL, true);

        assertThat(searches.trials())
                .hasSize(2)
                .allMatch(trial -> trial.spec().search().isPresent());
        assertThat(searches.study().cellIds()).containsExactly("peaks/fast", "peaks/queue");
        assertThat(searches.plan().trials()).hasSize(2);
        StudyChoice kafka = new StudyChoice(Set.of(), Set.of("kafka"), Optional.empty());
        assertThat(plan(STUDY, known, kafka, true).trials()).hasSize(1);
        assertThat(plan(STUDY, HERE, StudyChoice.ALL, true).trials()).isEmpty();
    }

    @Test
    void aPeakOfNoCellAndAStudyWithoutRulesAreRefused() {
        assertThatThrownBy(() ->
                        plan(STUDY.replace("cell: load/kafka,", "cell: load/kafak,"), HERE, StudyChoice.ALL, true))
                .hasMessageContaining("small.yaml:12:")
                .hasMessageContaining("the study has no cell called 'load/kafak'")
                .hasMessageContaining("did you mean 'load/kafka'");
        assertThatThrownBy(() -> plan(STUDY.replace("[[fast, slow]]", "[[fast, slwo]]"), HERE, StudyChoice.ALL, true))
                .hasMessageContaining("'together' takes lists of peaks: fast, slow, queue");
        assertThatThrownBy(() -> plan(STUDY.replace(" fraction: 0.5", " share: 0.5"), HERE, StudyChoice.ALL, true))
                .hasMessageContaining("scale.peaks.queue has no key 'share'")
                .hasMessageContaining(
                        "'share' is now called 'fraction'. keys of scale.peaks.queue: cell, published, fraction");
        String without = STUDY.substring(0, STUDY.indexOf("scale:")) + STUDY.substring(STUDY.indexOf("tests:"));
        assertThatThrownBy(() -> plan(without, HERE, StudyChoice.ALL, false))
                .hasMessageContaining("it has no section 'scale'");
        assertThatThrownBy(() -> plan(STUDY, new MachineScale(2, Map.of("fats", 1.0)), StudyChoice.ALL, false))
                .hasMessageContaining("has no peak 'fats'; its peaks: fast, slow, queue");
    }

    @Test
    void aBudgetTakesClaimsWholeBeforeOtherCells() throws ScenarioException {
        // Three blocks of two cells on two clusters take 3 x (2 x (20 + 4 + 0.1 for each of 84 partitions beyond 16) +
        // 2 x (25 + 5 + 4)) s, the last two for the warm-up of a cluster.
        StudyChoice choice = new StudyChoice(Set.of("load"), Set.of(), Optional.of(Duration.ofMinutes(7)));

        StudyPlan plan = plan(STUDY, HERE, choice, false);

        assertThat(plan.study().cells().stream()
                        .filter(cell -> plan.entry(cell.id(), "as-published")
                                .orElseThrow()
                                .trial()
                                .isPresent())
                        .map(StudyCell::id))
                .containsExactly("load/kafka", "load/pulsar");
        assertThat(plan.duration()).isEqualTo(Duration.ofMillis(398_400));
    }
}
