package dev.assay.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.metric.Metrics;
import dev.assay.core.result.ClusterHistory;
import dev.assay.core.result.Phase;
import dev.assay.core.result.StoredTrial;
import dev.assay.core.result.StoredTrial.RecordedInterval;
import dev.assay.core.result.StoredTrial.RecordedSecond;
import dev.assay.core.result.TrialData;
import dev.assay.core.result.TrialRecord;
import dev.assay.core.result.Verdict;
import dev.assay.core.result.Verdict.Grade;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A run that a version of format 1 made, with three workers: it lacks what was not recorded then. */
class EarlierTrialsTest {
    private static final Path FORMAT_1 = Path.of("src/test/resources/dev/assay/store/run-format-1");

    private final StoredTrial stored = RunDirectory.readRun(FORMAT_1).trials().getFirst();

    @Test
    void whatWasNotRecordedIsUnknown() {
        TrialRecord trial = stored.trial();
        assertThat(trial.hosts()).isEmpty();
        assertThat(trial.subscriptions()).isEmpty();
        assertThat(trial.events()).isEmpty();
        assertThat(trial.drain().known()).isFalse();
        assertThat(trial.cluster()).isEqualTo(ClusterHistory.UNKNOWN);
        assertThat(trial.delivery().acked()).isEqualTo(119_956);
        assertThat(trial.delivery().phases()).isEmpty();
    }

    @Test
    void orderWasExpectedOfAllSubscriptions() {
        JsonNode read = EarlierRecords.completed(
                JsonMapper.shared().readTree("{\"subscriptions\": [{\"name\": \"s1\"}, {\"ordered\": false}]}"));
        assertThat(read.at("/subscriptions/0/ordered").asBoolean()).isTrue();
        assertThat(read.at("/subscriptions/1/ordered").asBoolean()).isFalse();
    }

    @Test
    void nothingWasLookedForAgain() {
        assertThat(stored.trial().drain().readings()).isEmpty();
        assertThat(stored.trial().delivery().subscriptions())
                .isNotEmpty()
                .allSatisfy(
                        subscription -> assertThat(subscription.undelivered()).isZero());
        JsonNode read = EarlierRecords.completed(JsonMapper.shared()
                .readTree(
                        "{\"drain\": {\"complete\": true}, \"delivery\": {\"phases\": [{\"subscriptions\": [{}]}]}}"));
        assertThat(read.at("/drain/readings").isArray()).isTrue();
        assertThat(read.at("/delivery/phases/0/subscriptions/0/undelivered").asInt(-1))
                .isZero();
    }

    @Test
    void itsPhasesHaveTheRolesOfTheirNames() {
        assertThat(stored.trial().phases()).extracting(Phase::name).containsExactly("warmup", "measure");
        assertThat(stored.trial().phases()).extracting(Phase::measured).containsExactly(false, true);
        assertThat(stored.trial().phases()).extracting(Phase::expectation).containsOnly(Phase.Expectation.SUSTAINED);
    }

    @Test
    void itsVerdictIsOfNoVersion() {
        Verdict verdict = stored.trial().verdict();
        assertThat(verdict.grade()).isEqualTo(Grade.DEGRADED);
        assertThat(verdict.rules()).isEqualTo(Verdict.UNVERSIONED);
        assertThat(verdict.findings()).isEmpty();
        assertThat(verdict.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo("machine-cpu");
            assertThat(reason.phase()).isEmpty();
        });
    }

    @Test
    void itsFilesAreReadWhole() {
        TrialData read = TrialData.of(stored);
        assertThat(read.intervals())
                .hasSize(211)
                .extracting(RecordedInterval::subscription)
                .containsOnly("");
        assertThat(read.hiccups()).hasSize(42);
        assertThat(read.seconds())
                .hasSize(14)
                .extracting(RecordedSecond::seconds)
                .isSorted();
        assertThat(read.seconds().getFirst().samples()).contains(Metrics.BACKLOG.of(72));
    }
}
