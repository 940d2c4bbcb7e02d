package dev.assay.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.e2e.AssayProgram.Ended;
import dev.assay.model.result.CreationEntry;
import dev.assay.model.result.CreationEntry.Step;
import dev.assay.run.directory.RunDirectory;
import dev.assay.testing.cluster.SharedCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What a run leaves on a cluster of others when it and its workers are killed at once, and how it goes. */
@Tag("real")
@ResourceLock("topics of the shared Kafka cluster")
class CleanupTest {
    private static final Duration MAX = AssayProgram.PATIENCE;
    /** Members that were killed are gone from their groups sooner than after 45 s. */
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
        Set<String> before = topics();
        Set<String> groupsBefore = groups();
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("existing.yaml", Scenarios.existing(servers(), "5 min") + SHORT_SESSIONS);
        assay.start("run", "existing.yaml").awaitText("\\[1/\\d .* left", MAX);
        Processes.killAll(folder);
        assay.awaitNothingRunning(MAX);
        String run = assay.runs().getFirst().toString();

        Set<String> left = leftSince(before);
        assertThat(left).isNotEmpty().allMatch(name -> name.startsWith("assay-"));
        assertThat(steps(run)).containsExactly(Step.PLANNED, Step.ABSENT);
        assertThat(groups()).as("with groups that read it").hasSizeGreaterThan(groupsBefore.size());

        Ended dry = assay.run(MAX, "cleanup", run, "--dry-run");
        assertThat(dry.code()).as(dry.said()).isZero();
        assertThat(left).allSatisfy(name -> assertThat(dry.out()).contains("exists: " + name));
        assertThat(leftSince(before)).isEqualTo(left);

        Ended cleanup = assay.run(MAX, "cleanup", run);
        assertThat(cleanup.code()).as(cleanup.said()).isZero();
        assertThat(left).allSatisfy(name -> assertThat(cleanup.out()).contains("removed " + name));
        Until.holds("they are gone", MAX, () -> leftSince(before).isEmpty());
        assertThat(groups()).isEqualTo(groupsBefore);
        assertThat(steps(run)).containsExactly(Step.PLANNED, Step.ABSENT, Step.DELETED);

        Ended again = assay.run(MAX, "cleanup", run);
        assertThat(again.code()).isZero();
        assertThat(again.out()).contains("nothing is left of the run in");
    }

    @Test
    void aRunThatEndsByItselfHasDeletedEverythingAndSaysSo() throws Exception {
        Set<String> groupsBefore = groups();
        AssayProgram assay = AssayProgram.in(folder);
        assay.write("existing.yaml", Scenarios.existing(servers(), "2 s"));
        FinishedTrials.assertMeasured(assay.run(MAX, "run", "existing.yaml"));
        assertThat(steps(assay.runs().getFirst().toString())).containsExactly(Step.PLANNED, Step.ABSENT, Step.DELETED);
        assertThat(groups()).isEqualTo(groupsBefore);
    }

    private static List<Step> steps(String run) {
        return RunDirectory.open(Path.of(run)).creations().entries().stream()
                .map(CreationEntry::step)
                .toList();
    }

    private static Set<String> leftSince(Set<String> before) throws Exception {
        Set<String> left = new TreeSet<>(topics());
        left.removeAll(before);
        left.removeIf(name -> !name.startsWith("assay-"));
        return left;
    }

    private static Set<String> topics() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers()))) {
            return admin.listTopics().names().get();
        }
    }

    /** Of Assay's runs. */
    private static Set<String> groups() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers()))) {
            return admin.listGroups().all().get().stream()
                    .map(group -> group.groupId())
                    .filter(name -> name.startsWith("assay-"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String servers() {
        return KAFKA.connection().getOrDefault("bootstrap.servers", "");
    }
}
