package dev.assay.core.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.core.durability.DurabilityClaim;
import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.durability.DurabilityStatement;
import dev.assay.core.durability.Fault;
import dev.assay.core.proof.Evidence.Cut;
import dev.assay.core.proof.Evidence.Service;
import dev.assay.core.proof.Proven.Status;
import dev.assay.core.result.Delivery;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.core.result.SystemIdentity;
import dev.assay.core.result.TrialRecord;
import dev.assay.core.result.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProvenTest {
    private static final DurabilityStatement LEVEL_1 = DurabilityStatement.holding(DurabilityLevel.LEVEL_1);
    private static final DurabilityStatement LEVEL_2 = DurabilityStatement.holding(DurabilityLevel.LEVEL_2);
    private static final Map<String, String> KEYS = Map.of(
            "systems.rabbitmq.queue", "quorum",
            "systems.rabbitmq.nodes", "3",
            "systems.rabbitmq.prefetch", "1000",
            "settings.rabbitmq.topic.x-max-length", "5",
            "settings.rabbitmq.client.heartbeat", "7",
            "workload.rate", "1000/s");
    private static final SystemIdentity SYSTEM = system("3.10.8", "amqp-client 5");

    private static TrialRecord trial(DurabilityStatement durability) {
        return new TrialRecord(
                1,
                "rabbitmq",
                1,
                Map.of(),
                KEYS,
                SYSTEM,
                durability,
                1_000,
                1_000,
                "2026-11-21T10:00:00Z",
                List.of(),
                0,
                List.of(),
                new Delivery(1, 0, 1, 0, 0, 0, List.of()),
                Verdict.of(List.of()),
                EffectiveConfig.NONE);
    }

    private static SystemIdentity system(String version, String client) {
        return new SystemIdentity("rabbitmq", version, client, "local", 3);
    }

    private static ProofByRun proof(DurabilityStatement durability, Fault fault, ProofOutcome outcome, long lost) {
        return proof(durability, fault, outcome, lost, SYSTEM, KEYS);
    }

    private static ProofByRun proof(
            DurabilityStatement durability,
            Fault fault,
            ProofOutcome outcome,
            long lost,
            SystemIdentity system,
            Map<String, String> keys) {
        Evidence evidence = new Evidence(
                new Accounting(100, 100, 0, 0, 100 - lost, lost, 0, 0, 0, 0, 0),
                new Cut(List.of(), "", 1, 1, 50, 0, Map.of()),
                new Service(1, 1, true, 1, 1, 1));
        return new ProofByRun(
                "20261120T101500Z-durability",
                new ProofRecord(
                        1,
                        "rabbitmq",
                        1,
                        false,
                        Map.of(),
                        keys,
                        system,
                        durability,
                        fault,
                        DurabilityClaim.of(durability.given().orElse(durability.asked()), fault, 3),
                        1,
                        "2026-11-20T10:15:00Z",
                        outcome,
                        "",
                        Optional.of(evidence),
                        EffectiveConfig.NONE));
    }

    private static Status status(DurabilityStatement durability, ProofByRun... proofs) {
        return Proven.of(trial(durability), List.of(proofs)).status();
    }

    @Test
    void levelOneIsProvenByTheLossOfPowerEverywhereAndByNothingLess() {
        ProofByRun power = proof(LEVEL_1, Fault.POWER_ALL, ProofOutcome.HOLDS, 0);
        ProofByRun kill = proof(LEVEL_1, Fault.KILL_ALL, ProofOutcome.HOLDS, 0);

        assertThat(status(LEVEL_1, power)).isEqualTo(Status.PROVEN);
        assertThat(status(LEVEL_1, kill)).isEqualTo(Status.PARTLY_PROVEN);
        assertThat(Proven.of(trial(LEVEL_1), List.of(kill)).missing()).containsExactly(Fault.POWER_ALL);
        assertThat(status(LEVEL_1)).isEqualTo(Status.NOT_PROVEN);
    }

    @Test
    void levelTwoIsProvenByACrashOfAllAndTheLossOfPowerOfOneAndNotByWhatItMayLose() {
        ProofByRun kill = proof(LEVEL_2, Fault.KILL_ALL, ProofOutcome.HOLDS, 0);
        ProofByRun one = proof(LEVEL_2, Fault.POWER_ONE, ProofOutcome.HOLDS, 0);
        ProofByRun all = proof(LEVEL_2, Fault.POWER_ALL, ProofOutcome.HOLDS, 40);

        assertThat(status(LEVEL_2, kill, one)).isEqualTo(Status.PROVEN);
        assertThat(status(LEVEL_2, kill)).isEqualTo(Status.PARTLY_PROVEN);
        assertThat(status(LEVEL_2, all)).isEqualTo(Status.NOT_PROVEN);
        assertThat(Proven.of(trial(LEVEL_2), List.of(all)).losing()).containsExactly(all);
    }

    @Test
    void oneProofThatDidNotHoldOutweighsAllThatDid() {
        ProofByRun held = proof(LEVEL_1, Fault.POWER_ALL, ProofOutcome.HOLDS, 0);
        ProofByRun broken = proof(LEVEL_1, Fault.POWER_ALL, ProofOutcome.BROKEN, 3);

        Proven proven = Proven.of(trial(LEVEL_1), List.of(broken, held, held));

        assertThat(proven.status()).isEqualTo(Status.CONTRADICTED);
        assertThat(proven.contradicting()).containsExactly(broken);
        assertThat(proven.upheld()).containsExactly(held, held);
    }

    @Test
    void whatSaysNothingProvesNothing() {
        assertThat(status(LEVEL_1, proof(LEVEL_1, Fault.POWER_ALL, ProofOutcome.INCONCLUSIVE, 0)))
                .isEqualTo(Status.NOT_PROVEN);
        assertThat(status(LEVEL_1, proof(LEVEL_1, Fault.POWER_ALL, ProofOutcome.REFUSED, 0)))
                .isEqualTo(Status.NOT_PROVEN);
    }

    @Test
    void aProofOfAnUndoneLevelProvesTheLevelThatIsLeftOnly() {
        DurabilityStatement undone =
                DurabilityStatement.giving(DurabilityLevel.LEVEL_1, DurabilityLevel.LEVEL_2, List.of("x=1"));
        ProofByRun[] proofs = {
            proof(undone, Fault.POWER_ALL, ProofOutcome.HOLDS, 0),
            proof(undone, Fault.KILL_ALL, ProofOutcome.HOLDS, 0),
            proof(undone, Fault.POWER_ONE, ProofOutcome.HOLDS, 0)
        };

        assertThat(status(LEVEL_1, proofs)).isEqualTo(Status.NOT_PROVEN);
        assertThat(status(LEVEL_2, proofs)).isEqualTo(Status.PROVEN);
        assertThat(status(undone, proofs)).isEqualTo(Status.PROVEN);
    }

    @ParameterizedTest
    @CsvSource({
        "3.10.8, systems.rabbitmq.prefetch, 1, PROVEN",
        "3.10.8, settings.rabbitmq.client.heartbeat, 1, PROVEN",
        "3.10.8, workload.rate, 9/s, PROVEN",
        "3.13.1, systems.rabbitmq.prefetch, 1000, NOT_PROVEN",
        "3.10.8, systems.rabbitmq.queue, mirrored, NOT_PROVEN",
        "3.10.8, systems.rabbitmq.nodes, 5, NOT_PROVEN",
        "3.10.8, systems.rabbitmq.deployment, existing, NOT_PROVEN",
        "3.10.8, systems.rabbitmq.new-key, 5, NOT_PROVEN",
        "3.10.8, settings.rabbitmq.topic.x-max-length, 6, NOT_PROVEN",
        "3.10.8, settings.rabbitmq.broker.raft.wal_max_batch_size, 6, NOT_PROVEN",
    })
    void versionsAndSettingsThatMayMatterMustBeTheSame(String version, String key, String value, Status expected) {
        Map<String, String> keys = new LinkedHashMap<>(KEYS);
        keys.put(key, value);

        SystemIdentity system = system(version, "amqp-client 5");
        assertThat(status(LEVEL_1, proof(LEVEL_1, Fault.POWER_ALL, ProofOutcome.HOLDS, 0, system, keys)))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "kafka, nodes=3 replication=0, nodes=3 replication=3, true",
        "kafka, nodes=2 replication=2, nodes=2 replication=0, true",
        "kafka, nodes=5 replication=0, nodes=5 replication=3, true",
        "kafka, nodes=5 replication=0, nodes=5 replication=5, false",
        "kafka, nodes=3 replication=0, nodes=3 replication=2, false",
        "kafka, nodes=many replication=0, nodes=many replication=3, false",
        "pulsar, bookies=3 ensemble=0 write-quorum=0, bookies=3 ensemble=3 write-quorum=3, true",
        "pulsar, bookies=5 ensemble=0 write-quorum=4, bookies=5 ensemble=4 write-quorum=4, true",
        "pulsar, bookies=5 ensemble=2 write-quorum=0, bookies=5 ensemble=2 write-quorum=2, true",
        "pulsar, bookies=3 ensemble=0 write-quorum=0, bookies=3 ensemble=3 write-quorum=2, false",
        "pulsar, bookies=3 ensemble=0 ack-quorum=0, bookies=3 ensemble=0 ack-quorum=2, false",
    })
    void copiesLeftToAssayAreTheSameAsThoseWrittenOut(String system, String proven, String measured, boolean same) {
        DecidingSettings one = DecidingSettings.of(system, keys(system, proven));
        DecidingSettings other = DecidingSettings.of(system, keys(system, measured));
        assertThat(one.equals(other)).isEqualTo(same);
    }

    private static Map<String, String> keys(String system, String settings) {
        Map<String, String> keys = new LinkedHashMap<>();
        for (String setting : settings.split(" ", -1)) {
            keys.put("systems." + system + "." + setting.split("=", -1)[0], setting.split("=", -1)[1]);
        }
        return keys;
    }

    @Test
    void anotherClientProvesNothing() {
        SystemIdentity system = system("3.10.8", "amqp-client 6");
        assertThat(status(LEVEL_1, proof(LEVEL_1, Fault.POWER_ALL, ProofOutcome.HOLDS, 0, system, KEYS)))
                .isEqualTo(Status.NOT_PROVEN);
    }

    @Test
    void aLevelThatIsNotKnownIsNeverProven() {
        DurabilityStatement unknown = DurabilityStatement.notKnown(DurabilityLevel.LEVEL_1, "others keep it");
        assertThat(status(unknown, proof(unknown, Fault.POWER_ALL, ProofOutcome.HOLDS, 0)))
                .isEqualTo(Status.NOT_PROVEN);
    }
}
