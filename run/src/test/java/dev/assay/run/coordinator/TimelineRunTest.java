package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.assay.model.arrival.LoadProfile;
import dev.assay.model.durability.Fault;
import dev.assay.model.result.Delivery.PhaseDelivery;
import dev.assay.model.result.ExecutedEvent;
import dev.assay.model.result.LoadTotals;
import dev.assay.model.result.WorkerInterval;
import dev.assay.model.spec.EventSpec;
import dev.assay.model.spec.FaultChoice;
import dev.assay.model.spec.GroupSpec;
import dev.assay.model.spec.PhaseRate;
import dev.assay.model.spec.PhaseSpec;
import dev.assay.model.spec.PhaseSpec.PageCache;
import dev.assay.model.spec.PhaseSpec.Until;
import dev.assay.model.timeline.Phase;
import dev.assay.model.timeline.Phase.Expectation;
import dev.assay.model.trial.TrialEvent;
import dev.assay.model.unit.ByteSize;
import dev.assay.run.coordinator.TrialFailedException.Kind;
import dev.assay.run.trial.HookedProvider;
import dev.assay.run.trial.InProcessWorker;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.run.trial.TestTimeouts;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.time.VirtualClock;
import dev.assay.worker.wire.Command;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks timelines on the in-memory system against their arithmetic: counts, not durations. */
@Tag("slow")
class TimelineRunTest {
    private static final LoadProfile RATE = LoadProfile.parse("1000/s");
    private static final FaultChoice NO_FAULT = FaultChoice.parse("none");

    private final VirtualClock clock = new VirtualClock();

    private InProcessWorker worker(String name) throws Exception {
        return InProcessWorker.start(name, new MemoryProvider(clock), clock);
    }

    private TrialOutcome run(TrialRequest request, int workers, SystemActions actions) throws Exception {
        List<InProcessWorker> started = new ArrayList<>();
        try {
            for (int worker = 1; worker <= workers; worker++) {
                started.add(worker("w" + worker));
            }
            return MemoryTrials.runner(actions, clock)
                    .run(
                            request,
                            started.stream().map(InProcessWorker::connection).toList(),
                            interval -> {});
        } finally {
            started.forEach(InProcessWorker::close);
        }
    }

    private static PhaseSpec lasting(int seconds) {
        return lasting(seconds, PhaseRate.OF_WORKLOAD);
    }

    private static PhaseSpec lasting(int seconds, PhaseRate rate) {
        return new PhaseSpec(
                Duration.ofSeconds(seconds),
                Until.TIME,
                Duration.ZERO,
                false,
                rate,
                Expectation.SUSTAINED,
                PageCache.KEEP);
    }

    private static PhaseSpec until(Until until, int atMostSeconds) {
        return new PhaseSpec(
                Duration.ZERO,
                until,
                Duration.ofSeconds(atMostSeconds),
                false,
                PhaseRate.OF_WORKLOAD,
                Expectation.SUSTAINED,
                PageCache.KEEP);
    }

    /** Returns a phase of two seconds that begins without the page cache. */
    private static PhaseSpec cold() {
        return new PhaseSpec(
                Duration.ofSeconds(2),
                Until.TIME,
                Duration.ZERO,
                false,
                PhaseRate.OF_WORKLOAD,
                Expectation.DISTURBED,
                PageCache.DROP);
    }

    private static Map<String, PhaseSpec> phases(Object... namesAndPhases) {
        Map<String, PhaseSpec> phases = new LinkedHashMap<>();
        for (int i = 0; i < namesAndPhases.length; i += 2) {
            phases.put((String) namesAndPhases[i], (PhaseSpec) namesAndPhases[i + 1]);
        }
        return phases;
    }

    private static void assertAllArrived(TrialOutcome outcome) {
        assertThat(outcome.drained()).isTrue();
        assertThat(outcome.delivery().unsent()).isZero();
        assertThat(outcome.delivery().subscriptions()).allSatisfy(subscription -> {
            assertThat(subscription.clean()).as("%s", subscription).isTrue();
            assertThat(subscription.received()).isEqualTo(outcome.delivery().scheduled());
        });
        assertThat(outcome.delivery().phases().stream()
                        .mapToLong(PhaseDelivery::scheduled)
                        .sum())
                .isEqualTo(outcome.delivery().scheduled());
        assertThat(outcome.delivery().phases()).allSatisfy(phase -> {
            assertThat(phase.acked()).isEqualTo(phase.scheduled());
            assertThat(phase.subscriptions())
                    .allSatisfy(one -> assertThat(one.received()).isEqualTo(phase.scheduled()));
        });
    }

    /** 1000 t + 4000 t² / 2 / 4 messages are due before t seconds of a ramp from 1000/s to 5000/s over 4 s. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aRampHasTheCountsOfItsClosedFormInEachSecond(int workers) throws Exception {
        TrialOutcome outcome = run(
                MemoryTrials.timeline(
                        phases("a", lasting(1), "b", lasting(1), "c", lasting(1), "d", lasting(1)),
                        Map.of(),
                        Map.of(),
                        LoadProfile.parse("ramp 1000/s to 5000/s over 4 s")),
                workers,
                SystemActions.NONE);
        assertThat(outcome.delivery().phases())
                .extracting(PhaseDelivery::scheduled)
                .containsExactly(1_500L, 2_500L, 3_500L, 4_500L);
        assertAllArrived(outcome);
    }

    @Test
    void eachPhaseOffersWhatItSays() throws Exception {
        TrialOutcome outcome = run(
                MemoryTrials.timeline(
                        phases(
                                "base",
                                lasting(1),
                                "quiet",
                                lasting(1, PhaseRate.parse("none")),
                                "bursts",
                                lasting(2, PhaseRate.parse("bursts 3000/s for 500 ms every 1 s else 100/s"))),
                        Map.of(),
                        Map.of(),
                        RATE),
                3,
                SystemActions.NONE);
        assertThat(outcome.delivery().phases())
                .extracting(PhaseDelivery::scheduled)
                .containsExactly(1_000L, 0L, 3_100L);
        assertAllArrived(outcome);
    }

    /** Uses one worker: three without a server would each have topics of its own. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aGroupThatBeginsLaterReadsFromTheOldestMessage(boolean held) throws Exception {
        List<Long> receivedByLate = new CopyOnWriteArrayList<>();
        TrialRequest request = MemoryTrials.timeline(
                phases("fill", lasting(2), "catch-up", until(new Until(new ByteSize(0), "late"), 60)),
                Map.of(
                        "tail", new GroupSpec(1, 1, "", false, Duration.ZERO),
                        "late", new GroupSpec(2, 1, "catch-up", held, Duration.ZERO)),
                Map.of(),
                RATE);
        List<String> names = request.subscriptionLabels();
        try (InProcessWorker worker = worker("w1")) {
            TrialOutcome outcome = MemoryTrials.runner(clock).run(request, List.of(worker.connection()), event -> {
                if (event instanceof TrialEvent.Interval(WorkerInterval interval)
                        && interval.endNanos() < 1_900_000_000L) {
                    receivedByLate.add(interval.totals().received().get(names.indexOf("late-1")));
                }
            });
            assertThat(receivedByLate).isNotEmpty().containsOnly(0L);
            assertAllArrived(outcome);
            Phase catchUp = outcome.phases().getLast();
            assertThat(catchUp.startNanos()).isEqualTo(2_000_000_000L);
            assertThat(catchUp.endNanos()).isEqualTo(10_000_000_000L);
            assertThat(outcome.events())
                    .extracting(ExecutedEvent::title)
                    .containsExactly("start late", "ends: late has caught up");
            assertThat(outcome.events().getFirst().startNanos()).isEqualTo(2_000_000_000L);
        }
    }

    @Test
    void aGroupThatWaitsForItsTimeOpensNothingOnceTheTrialIsOver() throws Exception {
        AtomicInteger opened = new AtomicInteger();
        HookedProvider provider = new HookedProvider(clock).deliverThrough(listener -> {
            opened.incrementAndGet();
            return listener;
        });
        TrialRequest request = MemoryTrials.timeline(
                phases("fill", lasting(5), "catch-up", lasting(5)),
                Map.of(
                        "tail", new GroupSpec(1, 1, "", false, Duration.ZERO),
                        "late", new GroupSpec(1, 1, "catch-up", false, Duration.ZERO)),
                Map.of(),
                RATE);
        Measurement runner = MemoryTrials.runner(clock);
        IntervalSink cancelling = new IntervalSink() {
            @Override
            public void on(TrialEvent event) {}

            @Override
            public void onProgress(LoadTotals totals) {
                if (totals.sent() > 4_400) {
                    runner.cancel();
                }
            }
        };
        try (InProcessWorker worker = InProcessWorker.start("w1", provider, clock)) {
            assertThatThrownBy(() -> runner.run(request, List.of(worker.connection()), cancelling))
                    .hasMessageContaining("cancelled");
            clock.pass(Duration.ofSeconds(10));
        }
        assertThat(opened).hasValue(1);
    }

    @Test
    void aChangeThatIsFarAheadIsRefused() throws Exception {
        TrialRequest request = MemoryTrials.lasting(Duration.ofSeconds(1), MemoryTrials.simple());
        try (InProcessWorker worker = worker("w1");
                TrialWorkers workers = new TrialWorkers(
                        List.of(worker.connection()),
                        new TrialSignals(clock),
                        interval -> {},
                        TestTimeouts.LIMITS,
                        ReportBounds.of(request))) {
            WorkerCommands commands =
                    new WorkerCommands(request, workers, WorkerHosts.of(List.of(worker.connection()), clock));
            commands.connect();
            commands.createTopics();
            commands.open(LoadAssigner.assign(request, commands.workerNames()));
            workers.sendAll(new Command.ChangeGroup(0, "tail", Command.GroupChange.PAUSE, Long.MAX_VALUE));
            assertThatThrownBy(() -> workers.await(clock.nanoTime() + TestTimeouts.LIMIT.toNanos(), () -> false))
                    .hasMessageContaining("more than 60 s ahead");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aPhaseThatEndsWhenSoMuchWasSentHasTheLoadOfItsLength(int workers) throws Exception {
        TrialOutcome outcome = run(
                MemoryTrials.timeline(
                        phases("fill", until(new Until(new ByteSize(75_000), ""), 60), "after", lasting(1)),
                        Map.of(),
                        Map.of(),
                        RATE),
                workers,
                SystemActions.NONE);
        Phase fill = outcome.phases().getFirst();
        // 750 messages of 100 B are sent within the first second, and are known to be by its end; the end of the phase
        // is
        // announced two seconds ahead, for a whole second.
        assertThat(fill.endNanos()).isEqualTo(3_000_000_000L);
        assertThat(outcome.delivery().phases().getFirst().scheduled()).isEqualTo(3_000);
        assertThat(outcome.delivery().phases().getLast().scheduled()).isEqualTo(1_000);
        assertThat(outcome.phases().getLast().lengthNanos()).isEqualTo(1_000_000_000L);
        assertThat(outcome.events()).extracting(ExecutedEvent::title).containsExactly("ends: 75 KB sent");
        assertAllArrived(outcome);
    }

    @Test
    void aPhaseWhoseConditionNeverHoldsEndsAtItsLimit() throws Exception {
        TrialOutcome outcome = run(
                MemoryTrials.timeline(
                        phases("fill", until(new Until(new ByteSize(1 << 30), ""), 3)), Map.of(), Map.of(), RATE),
                1,
                SystemActions.NONE);
        assertThat(outcome.phases().getFirst().lengthNanos()).isEqualTo(3_000_000_000L);
        assertThat(outcome.events())
                .singleElement()
                .satisfies(event -> assertThat(event.title()).startsWith("ends at its limit: not "));
        assertAllArrived(outcome);
    }

    private static EventSpec event(int atSeconds, String phase, String pause, String resume) {
        return new EventSpec(
                Duration.ofSeconds(atSeconds), phase, pause, resume, NO_FAULT, false, false, "", PageCache.KEEP);
    }

    @Test
    void aGroupThatRestsGoesOnWhenTheLoadIsOver() throws Exception {
        TrialOutcome outcome = run(
                MemoryTrials.timeline(
                        phases("measure", lasting(2)), Map.of(), Map.of("rest", event(1, "measure", "tail", "")), RATE),
                1,
                SystemActions.NONE);
        assertThat(outcome.events()).extracting(ExecutedEvent::title).containsExactly("pause tail", "resume tail");
        assertThat(outcome.events().getFirst().plannedNanos()).isEqualTo(1_000_000_000L);
        assertThat(outcome.events().getFirst().startNanos()).isEqualTo(1_000_000_000L);
        assertAllArrived(outcome);
    }

    /** Records the actions and does nothing else. */
    private class Recorded implements SystemActions {
        final List<String> done = new CopyOnWriteArrayList<>();

        private Effect did(String action) {
            done.add(action);
            return new Effect(clock.nanoTime(), "broker-2");
        }

        @Override
        public Effect inject(Fault fault) throws Exception {
            return did(fault.toString());
        }

        @Override
        public Effect recover() {
            return did("recover");
        }

        /** Takes two seconds for each of three nodes. */
        @Override
        public Effect roll(String version) {
            List<Step> steps = new ArrayList<>();
            for (int node = 1; node <= 3; node++) {
                long from = clock.nanoTime();
                clock.pass(Duration.ofSeconds(2));
                steps.add(new Step("upgrade broker-" + node, from, clock.nanoTime()));
            }
            done.add("roll to " + version);
            return new Effect(clock.nanoTime(), "", steps);
        }

        @Override
        public Effect dropPageCache() {
            return did("drop");
        }

        @Override
        public Duration limit() {
            return Duration.ofSeconds(TestTimeouts.SECONDS);
        }
    }

    private static Map<String, EventSpec> killAndRecover() {
        Map<String, EventSpec> events = new LinkedHashMap<>();
        // Not in the order of their times.
        events.put(
                "up", new EventSpec(Duration.ofMillis(2_500), "", "", "", NO_FAULT, true, false, "", PageCache.KEEP));
        events.put(
                "down",
                new EventSpec(
                        Duration.ofMillis(500),
                        "second",
                        "",
                        "",
                        new FaultChoice(Optional.of(Fault.KILL_ONE)),
                        false,
                        false,
                        "",
                        PageCache.KEEP));
        return events;
    }

    @Test
    void whatHappensToTheSystemHappensAtItsTimeAndIsRecorded() throws Exception {
        Recorded system = new Recorded();
        TrialOutcome outcome = run(
                MemoryTrials.timeline(phases("first", lasting(1), "second", cold()), Map.of(), killAndRecover(), RATE),
                1,
                system);
        assertThat(system.done).containsExactly("drop", "kill-one", "recover");
        assertThat(outcome.events())
                .extracting(ExecutedEvent::plannedNanos)
                .containsExactly(1_000_000_000L, 1_500_000_000L, 2_500_000_000L);
        assertThat(outcome.events()).allSatisfy(event -> {
            assertThat(event.startNanos()).isEqualTo(event.plannedNanos());
            assertThat(event.endNanos()).isEqualTo(event.startNanos());
            assertThat(event.detail()).isEqualTo("broker-2");
        });
        assertThat(outcome.phases().getLast().expectation()).isEqualTo(Expectation.DISTURBED);
        assertAllArrived(outcome);
    }

    /** Writing dirty pages takes five seconds: readers begin after that, and so does the phase that they belong to. */
    @ParameterizedTest
    @CsvSource({"60, 8, ends: 75 KB sent", "5, 5, ends: 75 KB sent"})
    void aPhaseThatEndsByItselfLastsUntilTheCacheIsDroppedForTheNext(int atMostSeconds, double end, String marker)
            throws Exception {
        Recorded system = new Recorded() {
            @Override
            public Effect dropPageCache() {
                clock.pass(Duration.ofSeconds(5));
                return super.dropPageCache();
            }
        };
        TrialOutcome outcome = run(
                MemoryTrials.timeline(
                        phases("fill", until(new Until(new ByteSize(75_000), ""), atMostSeconds), "cold", cold()),
                        Map.of(
                                "tail", new GroupSpec(1, 1, "", false, Duration.ZERO),
                                "late", new GroupSpec(1, 1, "cold", true, Duration.ZERO)),
                        Map.of(),
                        RATE),
                1,
                system);

        assertThat(system.done).containsExactly("drop");
        assertThat(outcome.phases()).extracting(phase -> phase.endNanos() / 1e9).containsExactly(end, end + 2);
        ExecutedEvent dropped = outcome.events().getFirst();
        assertThat(dropped.action()).isEqualTo("drop page cache");
        // All of it is sent within the first second, and is known to be by its end.
        assertThat(dropped.startNanos()).isLessThanOrEqualTo(1_000_000_000L);
        assertThat(dropped.endNanos() - dropped.startNanos()).isEqualTo(5_000_000_000L);
        assertThat(outcome.events().subList(1, 3))
                .extracting(ExecutedEvent::title, event -> event.startNanos() / 1e9)
                .containsExactlyInAnyOrder(tuple(marker, end), tuple("start late", end));
        assertAllArrived(outcome);
    }

    private static TrialRequest upgrade(int atMostSeconds) {
        Until done = new Until(new ByteSize(0), "", false, false, "upgrade");
        EventSpec upgrade =
                new EventSpec(Duration.ofSeconds(1), "during", "", "", NO_FAULT, false, false, "4.3.1", PageCache.KEEP);
        return MemoryTrials.timeline(
                phases("before", lasting(2), "during", until(done, atMostSeconds), "after", lasting(3)),
                Map.of(),
                Map.of("upgrade", upgrade),
                RATE);
    }

    @Test
    void aPhaseLastsUntilTheLastNodeIsUpgraded() throws Exception {
        Recorded system = new Recorded();
        TrialOutcome outcome = run(upgrade(60), 1, system);

        assertThat(system.done).containsExactly("roll to 4.3.1");
        assertThat(outcome.events())
                .extracting(ExecutedEvent::title, event -> event.startNanos() / 1e9, event -> event.endNanos() / 1e9)
                .containsExactly(
                        tuple("rolling upgrade to 4.3.1", 3.0, 9.0),
                        tuple("upgrade broker-1", 3.0, 5.0),
                        tuple("upgrade broker-2", 5.0, 7.0),
                        tuple("upgrade broker-3", 7.0, 9.0),
                        tuple("ends: upgrade is done", 11.0, 11.0));
        // The end of a phase is announced two seconds ahead.
        assertThat(outcome.phases()).extracting(phase -> phase.endNanos() / 1e9).containsExactly(2.0, 11.0, 14.0);
        assertThat(outcome.delivery().phases())
                .extracting(PhaseDelivery::scheduled)
                .containsExactly(2_000L, 9_000L, 3_000L);
        assertAllArrived(outcome);
    }

    @Test
    void anUpgradeThatTakesTooLongEndsThePhaseAtItsLimitAndIsStillWaitedFor() throws Exception {
        TrialOutcome outcome = run(upgrade(4), 1, new Recorded());

        assertThat(outcome.events())
                .extracting(ExecutedEvent::title)
                .contains("ends at its limit: not upgrade is done", "upgrade broker-3");
        assertThat(outcome.phases()).extracting(phase -> phase.endNanos() / 1e9).containsExactly(2.0, 6.0, 9.0);
        assertAllArrived(outcome);
    }

    @Test
    void whatCannotBeDoneToTheSystemEndsTheTrial() {
        Recorded system = new Recorded() {
            @Override
            public Effect inject(Fault fault) throws Exception {
                throw new IllegalStateException("no such node");
            }
        };
        TrialRequest request = MemoryTrials.timeline(
                phases("first", lasting(1), "second", lasting(2)), Map.of(), killAndRecover(), RATE);
        assertThatThrownBy(() -> run(request, 1, system))
                .isInstanceOfSatisfying(TrialFailedException.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(Kind.SYSTEM);
                    assertThat(failure).hasMessage("'kill-one' (event down) failed: no such node");
                });
    }
}
