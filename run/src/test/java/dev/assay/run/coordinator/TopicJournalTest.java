package dev.assay.run.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.driver.Driver;
import dev.assay.driver.DriverConfig;
import dev.assay.driver.TopicSpec;
import dev.assay.model.result.CreationEntry.Step;
import dev.assay.model.unit.Rate;
import dev.assay.run.trial.HookedProvider;
import dev.assay.run.trial.InProcessWorker;
import dev.assay.run.trial.MemoryTrials;
import dev.assay.run.trial.TestTimeouts;
import dev.assay.run.trial.Trial.Measurement;
import dev.assay.systems.memory.driver.MemoryProvider;
import dev.assay.testing.time.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A trial's creations are recorded before they happen, so that whatever kills it, the owner of a topic is known. */
class TopicJournalTest {
    private final VirtualClock clock = new VirtualClock();
    private final List<String> notes = new ArrayList<>();

    private static TrialRequest request() {
        return MemoryTrials.lasting(Duration.ofSeconds(1), MemoryTrials.workload(2, 1, 1, new Rate(100)));
    }

    private static List<String> names(List<TopicSpec> topics) {
        return topics.stream().map(TopicSpec::name).toList();
    }

    @Test
    void eachStepIsNotedBeforeTheNext() throws Exception {
        HookedProvider provider = new HookedProvider(clock);
        try (InProcessWorker worker = InProcessWorker.start("w1", provider, clock)) {
            TrialRequest request = request();
            MemoryTrials.runner(clock)
                    .noting((step, topics) -> {
                        notes.add(step + " " + names(topics) + " there: "
                                + provider.topics().size());
                    })
                    .run(request, List.of(worker.connection()), interval -> {});
            List<String> all = names(request.topics());
            assertThat(notes)
                    .containsExactly(
                            "PLANNED " + all + " there: 0",
                            "ABSENT " + all + " there: 0",
                            "DELETED " + all + " there: 0");
        }
    }

    /** A kill leaves what exists at that moment; the journal at that moment must name it, or no cleanup finds it. */
    @Test
    void atEveryMomentTheJournalNamesAllThatIsThere() throws Exception {
        HookedProvider provider = new HookedProvider(clock);
        Set<String> noted = ConcurrentHashMap.newKeySet();
        Set<String> unnoted = ConcurrentHashMap.newKeySet();
        Set<String> moments = ConcurrentHashMap.newKeySet();
        Consumer<String> look = moment -> {
            moments.add(moment);
            provider.topics().stream()
                    .filter(topic -> !noted.contains(topic))
                    .forEach(topic -> unnoted.add(topic + " while " + moment));
        };
        provider.sendThrough(producer -> {
            look.accept("opening producers");
            return producer;
        });
        provider.deliverThrough(listener -> {
            look.accept("opening consumers");
            return listener;
        });
        try (InProcessWorker worker = InProcessWorker.start("w1", provider, clock)) {
            MemoryTrials.runner(clock)
                    .noting((step, topics) -> {
                        if (step == Step.ABSENT) {
                            noted.addAll(names(topics));
                        } else if (step == Step.DELETED) {
                            noted.removeAll(names(topics));
                        }
                        look.accept(step.name());
                    })
                    .run(request(), List.of(worker.connection()), MemoryTrials.intervals(_ -> look.accept("loading")));
        }
        assertThat(unnoted).isEmpty();
        assertThat(moments)
                .containsExactlyInAnyOrder(
                        "PLANNED", "ABSENT", "opening producers", "opening consumers", "loading", "DELETED");
    }

    @Test
    void nothingIsCreatedThatCouldNotBeNoted() throws Exception {
        HookedProvider provider = new HookedProvider(clock);
        try (InProcessWorker worker = InProcessWorker.start("w1", provider, clock)) {
            Measurement runner = MemoryTrials.runner(clock).noting((step, topics) -> {
                if (step == Step.ABSENT) {
                    throw new IllegalStateException("no room");
                }
            });
            assertThatThrownBy(() -> runner.run(request(), List.of(worker.connection()), interval -> {}))
                    .hasMessage("no room");
            assertThat(provider.creating().getCount()).isEqualTo(1);
        }
    }

    @Test
    void whatWasThereBeforeIsSomebodyElses() throws Exception {
        TrialRequest request = request();
        TopicSpec foreign = request.topics().getLast();
        try (InProcessWorker worker = InProcessWorker.start("w1", new MemoryProvider(clock), clock);
                Driver other = new MemoryProvider().open(config(request))) {
            other.createTopics(List.of(foreign));
            Measurement runner =
                    MemoryTrials.runner(clock).noting((step, topics) -> notes.add(step + " " + names(topics)));
            assertThatThrownBy(() -> runner.run(request, List.of(worker.connection()), interval -> {}))
                    .isInstanceOf(TrialFailedException.class)
                    .hasMessageContaining("the topic " + foreign.name() + " already exists");
            assertThat(notes).containsExactly("PLANNED " + names(request.topics()), "EXISTED [" + foreign.name() + "]");
            assertThat(other.existingTopics(request.topics())).containsExactly(foreign.name());
            other.deleteTopics(List.of(foreign));
        }
    }

    private static DriverConfig config(TrialRequest request) {
        return request.driverConfig();
    }

    @Test
    void whatAKilledRunHasLeftIsFoundAndRemovedByName() throws Exception {
        TrialRequest killed = request();
        TrialRequest other = request();
        try (InProcessWorker worker = InProcessWorker.start("w1", new MemoryProvider());
                Driver system = new MemoryProvider().open(config(killed))) {
            system.createTopics(killed.topics());
            system.createTopics(other.topics());
            TopicRemoval removal = new TopicRemoval(TestTimeouts.LIMITS);
            assertThat(removal.look(killed, killed.topics(), worker.connection()))
                    .isEqualTo(new TopicRemoval.Result(names(killed.topics()), ""));
            assertThat(system.existingTopics(killed.topics())).hasSize(2);
            assertThat(removal.remove(killed, killed.topics(), worker.connection()))
                    .isEqualTo(new TopicRemoval.Result(names(killed.topics()), ""));
            assertThat(system.existingTopics(killed.topics())).isEmpty();
            assertThat(removal.remove(killed, killed.topics(), worker.connection()))
                    .isEqualTo(new TopicRemoval.Result(List.of(), ""));
            assertThat(system.existingTopics(other.topics())).hasSize(2);
            system.deleteTopics(other.topics());
        }
    }

    /** The other run may still be under way. */
    @Test
    void aWorkerDeletesNothingOfAnotherRun() throws Exception {
        TrialRequest killed = request();
        TrialRequest other = request();
        try (InProcessWorker worker = InProcessWorker.start("w1", new MemoryProvider());
                Driver system = new MemoryProvider().open(config(killed))) {
            system.createTopics(other.topics());
            TopicRemoval removal = new TopicRemoval(TestTimeouts.LIMITS);
            assertThatThrownBy(() -> removal.remove(killed, other.topics(), worker.connection()))
                    .isInstanceOf(TrialFailedException.class)
                    .hasMessageContaining("is not a name that Assay gives to topics of assay-" + killed.runId() + "/");
            assertThat(system.existingTopics(other.topics())).hasSize(2);
            system.deleteTopics(other.topics());
        }
    }

    @Test
    void aWorkerDeletesNothingThatHasNoNameOfAssays() throws Exception {
        TopicSpec foreign = new TopicSpec("orders-" + ProcessHandle.current().pid(), 1, List.of());
        TrialRequest request = request();
        try (InProcessWorker worker = InProcessWorker.start("w1", new MemoryProvider());
                Driver system = new MemoryProvider().open(config(request))) {
            system.createTopics(List.of(foreign));
            TopicRemoval removal = new TopicRemoval(TestTimeouts.LIMITS);
            assertThatThrownBy(() -> removal.remove(request, List.of(foreign), worker.connection()))
                    .isInstanceOf(TrialFailedException.class)
                    .hasMessageContaining("is not a name that Assay gives to topics");
            assertThat(system.existingTopics(List.of(foreign))).hasSize(1);
            system.deleteTopics(List.of(foreign));
        }
    }
}
