package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.assay.model.spec.EventSpec;
import dev.assay.model.spec.GroupSpec;
import dev.assay.model.spec.PhaseSpec;
import dev.assay.model.spec.PhaseSpec.PageCache;
import dev.assay.model.spec.TrialSpec;
import dev.assay.model.spec.Workload;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.model.timeline.Phase.Role;
import dev.assay.scenario.plan.TrialPoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelineKeysTest {
    private static final String MAPS = """
            name: x
            systems: {kafka: }
            workload:
              rate: 5000/s
              groups:
                tail: {consumers: 2}
                late: {subscriptions: 2, start-at: catch-up, start-paused: true, processing: 1 ms}
            phases:
              start: {for: 5 s, warmup: true}
              fill: {for: 20 s, rate: ramp 1000/s to 9000/s over 20 s}
              catch-up: {until: {caught-up: late}, at-most: 1 min, page-cache: drop, expect: disturbed}
            events:
              event-1: {at: 20 s, fault: kill-one}
              recovered: {phase: catch-up, at: 5 s, recover: true}
            """;

    private static final String SHORT = "name: x\nsystems: {kafka: }\n";

    private static List<TrialSpec> trials(String text, String... overrides) throws ScenarioException {
        return ScenarioFile.read("x.yaml", text, List.of(overrides), Set.of()).points().stream()
                .map(TrialPoint::spec)
                .toList();
    }

    private static TrialSpec trial(String text, String... overrides) throws ScenarioException {
        List<TrialSpec> trials = trials(text, overrides);
        assertThat(trials).hasSize(1);
        return trials.getFirst();
    }

    private static String problems(String text, String... overrides) {
        ScenarioException exception = catchThrowableOfType(ScenarioException.class, () -> trials(text, overrides));
        assertThat(exception).as("the scenario should have problems").isNotNull();
        return exception.problems().render();
    }

    @Test
    void phasesAreReadInTheirOrder() throws ScenarioException {
        TrialSpec trial = trial(MAPS);
        assertThat(trial.timeline().phases())
                .containsExactly(
                        phase("start", Role.WARMUP, Expectation.SUSTAINED, 0, 5),
                        phase("fill", Role.MEASURE, Expectation.SUSTAINED, 5, 25),
                        phase("catch-up", Role.MEASURE, Expectation.DISTURBED, 25, 85));
        assertThat(trial.timeline().curve().total()).isEqualTo(5 * 5000 + 20 * 5000 + 60 * 5000);
        assertThat(trial.phases().get("catch-up"))
                .satisfies(catchUp -> assertThat(catchUp.pageCache()).isEqualTo(PageCache.DROP));
        assertThat(trial.events().keySet()).containsExactly("event-1", "recovered");
    }

    private static Phase phase(String name, Role role, Expectation expectation, long from, long to) {
        return new Phase(name, role, expectation, from * 1_000_000_000, to * 1_000_000_000);
    }

    @Test
    void groupsHaveSubscriptionsOfTheirOwn() throws ScenarioException {
        Workload workload = trial(MAPS).workload();
        assertThat(workload.groups())
                .containsExactly(
                        Map.entry("tail", new GroupSpec(1, 2, "", false, Duration.ZERO)),
                        Map.entry("late", new GroupSpec(2, 1, "catch-up", true, Duration.ofMillis(1))));
        assertThat(workload.allSubscriptions())
                .extracting(Workload.Subscription::name)
                .containsExactly("tail", "late-1", "late-2");
    }

    @Test
    void optionsReachNamedEntries() throws ScenarioException {
        TrialSpec trial = trial(
                MAPS,
                "phases.fill.for=10 s",
                "phases.catch-up.until={sent: 1 MB}",
                "workload.groups.tail.consumers=3",
                "events.event-1.at=1 s",
                "events.more={at: 2 s, page-cache: drop}");
        assertThat(trial.timeline().endNanos())
                .isEqualTo(Duration.ofSeconds(5 + 10 + 60).toNanos());
        assertThat(trial.workload().totalConsumers()).isEqualTo(3 + 2);
        assertThat(trial.events().keySet()).containsExactly("event-1", "recovered", "more");
    }

    @Test
    void listsAtKeysOfPhasesMakeDimensions() throws ScenarioException {
        List<TrialPoint> points = ScenarioFile.read(
                        "x.yaml", MAPS, List.of("phases.fill.for=10 s,20 s", "events.event-1.at=[3 s, 4 s]"), Set.of())
                .points();
        assertThat(points)
                .extracting(point -> point.dimensions().toString())
                .containsExactly(
                        "{phases.fill.for=10 s, events.event-1.at=3 s}",
                        "{phases.fill.for=10 s, events.event-1.at=4 s}",
                        "{phases.fill.for=20 s, events.event-1.at=3 s}",
                        "{phases.fill.for=20 s, events.event-1.at=4 s}");
    }

    @Test
    void unnamedPhasesHaveNamesThatEventsAndGroupsKnow() throws ScenarioException {
        TrialSpec trial = trial(SHORT + """
                workload: {groups: {tail: , late: {start-at: measure}}}
                events: {drop: {phase: measure, at: 3 s, page-cache: drop}}
                """);
        assertThat(trial.workload().allGroups().keySet()).containsExactly("tail", "late");
        assertThat(problems(SHORT + "events: {drop: {phase: main, page-cache: drop}}\n"))
                .isEqualTo("""
                        x.yaml:3:24: events.drop.phase: 'main' is not one of the phases
                          3 | events: {drop: {phase: main, page-cache: drop}}
                            |                        ^^^^
                            = phases are not named, so they are warmup and measure

                        1 problem.
                        """);
    }

    @Test
    void faultsAreForNodesThatAssayRuns() {
        assertThat(problems("name: x\nsystems: {memory: }\nevents: {one: {fault: kill-one}, two: {recover: true}}\n"))
                .isEqualTo("""
                        x.yaml:3:23: events.one.fault: Assay does not run the nodes of memory there, so it can't inject faults or recover from them
                          3 | events: {one: {fault: kill-one}, two: {recover: true}}
                            |                       ^^^^^^^^
                            = leave the event out, or let Assay start the cluster

                        x.yaml:3:49: events.two.recover: Assay does not run the nodes of memory there, so it can't inject faults or recover from them
                          3 | events: {one: {fault: kill-one}, two: {recover: true}}
                            |                                                 ^^^^
                            = leave the event out, or let Assay start the cluster

                        2 problems.
                        """);
    }

    private static final String UPGRADE = """
            name: x
            systems: {kafka: {version: 3.9.1}}
            phases: {before: {for: 5 s}, during: {until: {done: up}, at-most: 5 min}}
            events: {up: {phase: during, rolling-upgrade: 4.3.1}}
            """;

    @Test
    void nodesCanBeUpgradedOneAfterTheOther() throws ScenarioException {
        TrialSpec trial = trial(UPGRADE);

        assertThat(trial.events().values()).extracting(EventSpec::title).containsExactly("rolling upgrade to 4.3.1");
        assertThat(trial.phases().values())
                .extracting(PhaseSpec::longest)
                .containsExactly(Duration.ofSeconds(5), Duration.ofMinutes(5));
        assertThat(trial(UPGRADE, "events.up={phase: during, rolling-restart: true}")
                        .events()
                        .values())
                .extracting(EventSpec::title)
                .containsExactly("rolling restart");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            systems.kafka.version=4.3.1 | events.up.rolling-upgrade: the servers run 4.3.1 already
            systems.kafka.version=4.4.0 | the servers run 4.4.0, and Kafka does not promise that 4.3.1, which is earlier, can read their data
            systems.kafka.version=3.10.0 |
            events.up.rolling-upgrade=2.8.0 | Assay cannot start Kafka '2.8.0'
            events.up.rolling-upgrade=3.9.1.99999999999999999999 |
            systems.kafka.nodes=1 | the cluster has only one node
            events.up.rolling-restart=true | an event does one thing
            phases.during.until.done=down | there is no event 'down'
            events.up.phase=before | 'up' is no rolling restart or upgrade of phase 'during'
            events.more={fault: kill-one} | another event does something to the nodes, too
            systems.kafka={deployment: existing, bootstrap.servers: 'h:1'} | Assay does not run the nodes of kafka there, so it can't restart them
            systems={memory: {}} | Assay does not run the nodes of memory there
            systems={pulsar: {}} | Assay can't tell when the replicas of pulsar are in sync again
            systems={rabbitmq: {}} | Assay can't tell when the replicas of rabbitmq are in sync again
            """)
    void upgradesThatCannotBeAreRefused(String override, @Nullable String said) throws ScenarioException {
        if (said == null) {
            assertThat(trial(UPGRADE, override).refusals()).isEmpty();
        } else {
            assertThat(problems(UPGRADE, override)).contains(said).contains("1 problem.");
        }
    }

    @Test
    void drainingIsNoPhase() throws ScenarioException {
        TrialSpec trial = trial(MAPS, "timing.drain=7 s", "timing.prepare=15 min");
        assertThat(trial.timing().drain()).isEqualTo(Duration.ofSeconds(7));
        assertThat(trial.timing().prepareLimit(trial.workload(), Duration.ofSeconds(90)))
                .isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void theTimeToPrepareGrowsWithPartitionsAndSubscriptions() throws ScenarioException {
        TrialSpec few = trial(SHORT);
        TrialSpec many = trial(SHORT, "workload.partitions=1000", "workload.subscriptions=10");
        assertThat(few.timing().prepareLimit(few.workload(), Duration.ofSeconds(90)))
                .isEqualTo(Duration.ofMillis(90_050));
        assertThat(many.timing().prepareLimit(many.workload(), Duration.ofSeconds(90)))
                .isEqualTo(Duration.ofSeconds(90 + 500));
    }

    @Test
    void shortFormsNextToWhatTheyAreShortForAreRefusedWhereverTheyComeFrom() {
        assertThat(problems(MAPS, "timing.measure=5 s", "workload.consumers=2")).isEqualTo("""
                --set:1:8: timing.measure is short for phases, which is set in line 9 as well
                  1 | timing.measure=5 s
                    |        ^^^^^^^
                    = remove one of the two

                --set:1:10: workload.consumers is short for workload.groups, which is set in line 6 as well
                  1 | workload.consumers=2
                    |          ^^^^^^^^^
                    = remove one of the two

                2 problems.
                """);
    }

    @Test
    void anOptionAddsNoPhaseByMistake() {
        assertThat(problems(MAPS, "phases.fil.for=5 s")).isEqualTo("""
                --set:1:8: there is no phases.fil
                  1 | phases.fil.for=5 s
                    |        ^^^
                    = did you mean 'fill'? there are start, fill, catch-up; to add one, give it all of its keys at once: --set 'phases.fil={KEY: VALUE, ...}'

                1 problem.
                """);
    }

    @Test
    void aTrialInFullLeavesOutWhatNamesReplace() throws ScenarioException {
        Map<String, String> keys = TrialText.keys(trial(MAPS));
        assertThat(keys.keySet())
                .contains("timing.drain", "phases.fill.for", "phases.fill.rate", "workload.groups.late.start-at")
                .contains("events.event-1.fault")
                .doesNotContain("timing.warmup", "timing.measure", "workload.subscriptions", "workload.consumers");
        assertThat(keys)
                .containsEntry("phases.fill.rate", "ramp 1000/s to 9000/s over 20 s")
                .containsEntry("phases.start.rate", "workload")
                .containsEntry("phases.catch-up.until.caught-up", "late");
        assertThat(trial(TrialText.scenario("again", trial(MAPS), 42))).isEqualTo(trial(MAPS));
    }

    /**
     * A backlog of 10 MB takes 2 s at 5 MB/s. The time is not known where the rate is not constant, or where other phases built the
     * backlog.
     */
    @Test
    void aBacklogIsLikelyToBeReadInTheTimeThatItTookToBuild() throws ScenarioException {
        String scenario = """
                name: x
                systems: {kafka: }
                workload:
                  rate: 5000/s
                  message: {size: 1000 B}
                  groups: {late: {start-at: catch-up, start-paused: true}}
                phases:
                  start: {for: 5 s, warmup: true}
                  build: {until: {sent: 10 MB}, at-most: 1 min}
                  catch-up: {until: {caught-up: late}, at-most: 1 min}
                """;
        assertThat(trial(scenario).likelyLength()).isEqualTo(Duration.ofSeconds(9));
        assertThat(trial(scenario, "phases.catch-up.at-most=1 s").likelyLength())
                .isEqualTo(Duration.ofSeconds(8));
        assertThat(trial(scenario, "phases.build.at-most=1 s").likelyLength()).isEqualTo(Duration.ofSeconds(7));
        assertThat(trial(scenario, "phases.build.rate=ramp 1000/s to 9000/s over 20 s")
                        .likelyLength())
                .isEqualTo(Duration.ofSeconds(125));
        assertThat(trial(MAPS).likelyLength()).isEqualTo(Duration.ofSeconds(85));
        assertThat(trial(SHORT).likelyLength())
                .isEqualTo(Duration.ofNanos(trial(SHORT).timeline().endNanos()));
    }

    @Test
    void thePageCacheCanBeADimension() throws ScenarioException {
        assertThat(trials(SHORT, "page-cache=keep,drop"))
                .extracting(TrialSpec::pageCache)
                .containsExactly(PageCache.KEEP, PageCache.DROP);
    }

    @Test
    void aLoadLongerThanAMonthIsRefusedWhereItIsAskedFor() throws ScenarioException {
        assertThat(trial(SHORT + "timing: {warmup: 0 s, measure: 744 h}\n")
                        .timeline()
                        .phases())
                .hasSize(1);
        assertThat(problems(SHORT + "timing: {warmup: 1 s, measure: 744 h}\n"))
                .contains("x.yaml:3", "the load can last 2678401 s, but at most 744 h can be recorded");
        assertThat(problems(MAPS, "phases.fill.for=292 years".replace("292 years", "2000000 h")))
                .contains("the load can last ", "but at most 744 h can be recorded", "shorten the phases");
    }
}
