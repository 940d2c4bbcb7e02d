package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.result.CreationEntry;
import dev.assay.model.result.CreationEntry.Step;
import dev.assay.store.RunDirectory;
import dev.assay.testing.cluster.SharedCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what a run leaves on an existing cluster when it and its workers are killed at once, and that cleanup removes it. */
@Tag("server")
@Tag("slow")
class CleanupTest {
    private static final Duration MAX = AssayProgram.PATIENCE;
    /** Lets groups drop killed members in less than the default 45 s. */
    private static final String SHORT_SESSIONS = """
            settings:
              kafka:
                consumer: { session.timeout.ms: 6000 }
            """;

    private static final SharedCluster KAFKA = SharedCluster.of("kafka");

    @TempDir
    Path folder;

    @AfterEach
    void endWhatIsLeft() throws Exception {
        Processes.endAll(folder);
    }

    @Test
    void whatAKilledRunHasLeftIsListedAndThenRemovedByName() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("existing.yaml", Scenarios.existing(servers(), "5 min") + SHORT_SESSIONS);
        assay.start("run", "existing.yaml").awaitText("\\[1/\\d .* left", MAX);
        Processes.killAll(folder);
        assay.awaitNothingRunning(MAX);
        String run = assay.runs().getFirst().toString();

        Set<String> left = topicsOf(run);
        assertThat(left).isNotEmpty();
        assertThat(steps(run)).containsExactly(Step.PLANNED, Step.ABSENT);
        assertThat(groupsOf(run)).as("with groups that read it").isNotEmpty();

        Ended dry = assay.run(MAX, "cleanup", run, "--dry-run");
        assertThat(dry.code()).as(dry.said()).isZero();
        assertThat(left).allSatisfy(name -> assertThat(dry.out()).contains("exists: " + name));
        assertThat(topicsOf(run)).isEqualTo(left);

        Path journal = Path.of(run, "created.jsonl");
        String recorded = Files.readString(journal);
        Files.writeString(journal, recorded + recorded.replaceAll("assay-[0-9a-f]{8}-", "assay-0badcafe-"));
        Ended refused = assay.run(MAX, "cleanup", run);
        assertThat(refused.code()).as(refused.said()).isEqualTo(2);
        assertThat(refused.said()).contains("topics named 'assay-0badcafe-...'", "nothing is removed");
        assertThat(topicsOf(run)).isEqualTo(left);
        Files.writeString(journal, recorded);

        Ended cleanup = assay.run(MAX, "cleanup", run);
        assertThat(cleanup.code()).as(cleanup.said()).isZero();
        assertThat(left).allSatisfy(name -> assertThat(cleanup.out()).contains("removed " + name));
        Until.holds("they are gone", MAX, () -> topicsOf(run).isEmpty());
        assertThat(groupsOf(run)).isEmpty();
        assertThat(steps(run)).containsExactly(Step.PLANNED, Step.ABSENT, Step.DELETED);

        Ended again = assay.run(MAX, "cleanup", run);
        assertThat(again.code()).isZero();
        assertThat(again.out()).contains("nothing is left of the run in");
    }

    @Test
    void aRunThatEndsByItselfHasDeletedEverythingAndSaysSo() throws Exception {
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("existing.yaml", Scenarios.existing(servers(), "2 s"));
        FinishedTrials.assertMeasured(assay.run(MAX, "run", "existing.yaml"));
        String run = assay.runs().getFirst().toString();
        assertThat(steps(run)).containsExactly(Step.PLANNED, Step.ABSENT, Step.DELETED);
        assertThat(groupsOf(run)).isEmpty();
    }

    private static List<Step> steps(String run) {
        return RunDirectory.open(Path.of(run)).creations().entries().stream()
                .map(CreationEntry::step)
                .toList();
    }

    /** Returns the topics of one run, since other tests have runs on the same cluster meanwhile. */
    private static Set<String> topicsOf(String run) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers()))) {
            return named(run, admin.listTopics().names().get());
        }
    }

    private static Set<String> groupsOf(String run) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers()))) {
            return named(
                    run,
                    admin.listGroups().all().get().stream()
                            .map(GroupListing::groupId)
                            .toList());
        }
    }

    /** Returns the names that the run has recorded as its own. */
    private static Set<String> named(String run, Collection<String> names) {
        Set<String> own = new TreeSet<>();
        for (CreationEntry entry : RunDirectory.open(Path.of(run)).creations().entries()) {
            for (CreationEntry.Topic topic : entry.topics()) {
                own.add(topic.name());
                own.addAll(topic.subscriptions());
            }
        }
        own.retainAll(names);
        return own;
    }

    private static String servers() {
        return KAFKA.connection().getOrDefault("bootstrap.servers", "");
    }
}
