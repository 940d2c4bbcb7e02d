package dev.assay.model.verification;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.model.durability.DurabilityClaim;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.durability.Fault;
import dev.assay.model.result.ClusterHistory;
import dev.assay.model.result.Delivery;
import dev.assay.model.result.DrainRecord;
import dev.assay.model.result.SystemIdentity;
import dev.assay.model.result.TrialCourse;
import dev.assay.model.result.TrialIdentity;
import dev.assay.model.result.TrialPlan;
import dev.assay.model.result.TrialRecord;
import dev.assay.model.result.TrialSetup;
import dev.assay.model.result.Verdict;
import dev.assay.model.spec.EffectiveConfig;
import dev.assay.model.spec.NodeDisks;
import dev.assay.model.spec.ResultStatistics;
import dev.assay.model.spec.Workload;
import dev.assay.model.verification.VerificationEvidence.FaultMoment;
import dev.assay.model.verification.VerificationEvidence.Service;
import dev.assay.model.verification.VerificationStatus.Status;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerificationStatusTest {
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
                new TrialIdentity(1, "rabbitmq", 1, Map.of()),
                new TrialPlan(
                        KEYS,
                        Workload.usual(),
                        ResultStatistics.DEFAULT,
                        NodeDisks.USUAL,
                        OptionalInt.empty(),
                        1_000,
                        1_000),
                new TrialSetup(
                        SYSTEM, durability, EffectiveConfig.NONE, ClusterHistory.UNKNOWN, List.of(), List.of(), 0),
                new TrialCourse(
                        "2026-11-21T10:00:00Z",
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of(),
                        new DrainRecord(true, 0, List.of()),
                        new Delivery(1, 0, 1, 0, 0, 0, List.of(), List.of()),
                        List.of(),
                        List.of(),
                        List.of()),
                Verdict.of(List.of()));
    }

    private static SystemIdentity system(String version, String client) {
        return new SystemIdentity("rabbitmq", version, client, "local", 3);
    }

    private static VerificationByRun verification(
            DurabilityStatement durability, Fault fault, VerificationOutcome outcome, long lost) {
        return verification(durability, fault, outcome, lost, SYSTEM, KEYS);
    }

    private static VerificationByRun verification(
            DurabilityStatement durability,
            Fault fault,
            VerificationOutcome outcome,
            long lost,
            SystemIdentity system,
            Map<String, String> keys) {
        return verification(durability, fault, outcome, lost, system, keys, 1);
    }

    private static VerificationByRun verification(
            DurabilityStatement durability,
            Fault fault,
            VerificationOutcome outcome,
            long lost,
            SystemIdentity system,
            Map<String, String> keys,
            long seed) {
        VerificationEvidence evidence = new VerificationEvidence(
                new Accounting(100, 100, 0, 0, 100 - lost, lost, 0, 0, 0, 0, 0),
                new FaultMoment(List.of(), "", 1, 1, 50, 0, Map.of()),
                new Service(1, 1, true, 1, 1, 1));
        return new VerificationByRun(
                "20261120T101500Z-durability",
                new VerificationRecord(
                        new TrialIdentity(1, "rabbitmq", 1, Map.of()),
                        new FaultPlan(
                                keys,
                                fault,
                                DurabilityClaim.of(durability.given().orElse(durability.asked()), fault, 3),
                                false,
                                seed),
                        system,
                        durability,
                        EffectiveConfig.NONE,
                        "2026-11-20T10:15:00Z",
                        outcome,
                        "",
                        Optional.of(evidence)));
    }

    private static Status status(DurabilityStatement durability, VerificationByRun... verifications) {
        return VerificationStatus.of(trial(durability), List.of(verifications)).status();
    }

    /** Returns {@code count} copies of a verification, each with its own moment. */
    private static List<VerificationByRun> times(int count, VerificationByRun one) {
        VerificationRecord record = one.verification();
        return IntStream.rangeClosed(1, count)
                .mapToObj(seed -> verification(
                        record.durability(),
                        record.plan().fault(),
                        record.outcome(),
                        record.lost(),
                        record.system(),
                        record.plan().resolved(),
                        seed))
                .toList();
    }

    /** Returns the status after five repetitions of each verification. */
    private static Status often(DurabilityStatement durability, VerificationByRun... verifications) {
        return VerificationStatus.of(
                        trial(durability),
                        Stream.of(verifications)
                                .flatMap(one -> times(5, one).stream())
                                .toList())
                .status();
    }

    @Test
    void fewerThanFiveCutsAtDifferentMomentsVerifyNoLevel() {
        VerificationByRun power = verification(LEVEL_1, Fault.POWER_ALL, VerificationOutcome.HOLDS, 0);

        VerificationStatus four = VerificationStatus.of(trial(LEVEL_1), times(4, power));
        assertThat(four.status()).isEqualTo(Status.PARTLY_VERIFIED);
        assertThat(four.few()).containsExactly(Map.entry(Fault.POWER_ALL, 4));
        assertThat(four.missing()).isEmpty();
        assertThat(status(LEVEL_1, power, power, power, power, power))
                .as("five times the same moment")
                .isEqualTo(Status.PARTLY_VERIFIED);
        VerificationStatus five = VerificationStatus.of(trial(LEVEL_1), times(5, power));
        assertThat(five.status()).isEqualTo(Status.VERIFIED);
        assertThat(five.few()).isEmpty();
    }

    @Test
    void levelOneIsVerifiedByTheLossOfPowerEverywhereAndByNothingLess() {
        VerificationByRun power = verification(LEVEL_1, Fault.POWER_ALL, VerificationOutcome.HOLDS, 0);
        VerificationByRun kill = verification(LEVEL_1, Fault.KILL_ALL, VerificationOutcome.HOLDS, 0);

        assertThat(often(LEVEL_1, power)).isEqualTo(Status.VERIFIED);
        assertThat(often(LEVEL_1, kill)).isEqualTo(Status.PARTLY_VERIFIED);
        assertThat(VerificationStatus.of(trial(LEVEL_1), List.of(kill)).missing())
                .containsExactly(Fault.POWER_ALL);
        assertThat(status(LEVEL_1)).isEqualTo(Status.NOT_VERIFIED);
    }

    @Test
    void levelTwoIsVerifiedByACrashOfAllAndTheLossOfPowerOfOneAndNotByWhatItMayLose() {
        VerificationByRun kill = verification(LEVEL_2, Fault.KILL_ALL, VerificationOutcome.HOLDS, 0);
        VerificationByRun one = verification(LEVEL_2, Fault.POWER_ONE, VerificationOutcome.HOLDS, 0);
        VerificationByRun all = verification(LEVEL_2, Fault.POWER_ALL, VerificationOutcome.HOLDS, 40);

        assertThat(often(LEVEL_2, kill, one)).isEqualTo(Status.VERIFIED);
        assertThat(often(LEVEL_2, kill)).isEqualTo(Status.PARTLY_VERIFIED);
        assertThat(status(LEVEL_2, all)).isEqualTo(Status.NOT_VERIFIED);
        assertThat(VerificationStatus.of(trial(LEVEL_2), List.of(all)).losing()).containsExactly(all);
    }

    @Test
    void oneVerificationThatDidNotHoldOutweighsAllThatDid() {
        VerificationByRun held = verification(LEVEL_1, Fault.POWER_ALL, VerificationOutcome.HOLDS, 0);
        VerificationByRun broken = verification(LEVEL_1, Fault.POWER_ALL, VerificationOutcome.FAILS, 3);

        VerificationStatus verified = VerificationStatus.of(trial(LEVEL_1), List.of(broken, held, held));

        assertThat(verified.status()).isEqualTo(Status.CONTRADICTED);
        assertThat(verified.contradicting()).containsExactly(broken);
        assertThat(verified.upheld()).containsExactly(held, held);
    }

    @Test
    void whatSaysNothingVerifiesNothing() {
        assertThat(status(LEVEL_1, verification(LEVEL_1, Fault.POWER_ALL, VerificationOutcome.INCONCLUSIVE, 0)))
                .isEqualTo(Status.NOT_VERIFIED);
        assertThat(status(LEVEL_1, verification(LEVEL_1, Fault.POWER_ALL, VerificationOutcome.REFUSED, 0)))
                .isEqualTo(Status.NOT_VERIFIED);
    }

    @Test
    void aVerificationOfAnWeakenedLevelVerifiesTheLevelThatIsLeftOnly() {
        DurabilityStatement weakened =
                DurabilityStatement.giving(DurabilityLevel.LEVEL_1, DurabilityLevel.LEVEL_2, List.of("x=1"));
        VerificationByRun[] verifications = {
            verification(weakened, Fault.POWER_ALL, VerificationOutcome.HOLDS, 0),
            verification(weakened, Fault.KILL_ALL, VerificationOutcome.HOLDS, 0),
            verification(weakened, Fault.POWER_ONE, VerificationOutcome.HOLDS, 0)
        };

        assertThat(status(LEVEL_1, verifications)).isEqualTo(Status.NOT_VERIFIED);
        assertThat(often(LEVEL_2, verifications)).isEqualTo(Status.VERIFIED);
        assertThat(often(weakened, verifications)).isEqualTo(Status.VERIFIED);
    }

    @ParameterizedTest
    @CsvSource({
        "3.10.8, systems.rabbitmq.prefetch, 1, VERIFIED",
        "3.10.8, settings.rabbitmq.client.heartbeat, 1, VERIFIED",
        "3.10.8, workload.rate, 9/s, VERIFIED",
        "3.13.1, systems.rabbitmq.prefetch, 1000, NOT_VERIFIED",
        "3.10.8, systems.rabbitmq.queue, mirrored, NOT_VERIFIED",
        "3.10.8, systems.rabbitmq.nodes, 5, NOT_VERIFIED",
        "3.10.8, systems.rabbitmq.deployment, existing, NOT_VERIFIED",
        "3.10.8, systems.rabbitmq.new-key, 5, NOT_VERIFIED",
        "3.10.8, settings.rabbitmq.topic.x-max-length, 6, NOT_VERIFIED",
        "3.10.8, settings.rabbitmq.broker.raft.wal_max_batch_size, 6, NOT_VERIFIED",
    })
    void versionsAndSettingsThatMayMatterMustBeTheSame(String version, String key, String value, Status expected) {
        Map<String, String> keys = new LinkedHashMap<>(KEYS);
        keys.put(key, value);

        SystemIdentity system = system(version, "amqp-client 5");
        assertThat(often(LEVEL_1, verification(LEVEL_1, Fault.POWER_ALL, VerificationOutcome.HOLDS, 0, system, keys)))
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
    void copiesLeftToAssayAreTheSameAsThoseWrittenOut(String system, String verified, String measured, boolean same) {
        RelevantSettings one = RelevantSettings.of(system, keys(system, verified));
        RelevantSettings other = RelevantSettings.of(system, keys(system, measured));
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
    void anotherClientVerifiesNothing() {
        SystemIdentity system = system("3.10.8", "amqp-client 6");
        assertThat(status(LEVEL_1, verification(LEVEL_1, Fault.POWER_ALL, VerificationOutcome.HOLDS, 0, system, KEYS)))
                .isEqualTo(Status.NOT_VERIFIED);
    }

    @Test
    void aLevelThatIsNotKnownIsNeverVerified() {
        DurabilityStatement unknown = DurabilityStatement.notKnown(DurabilityLevel.LEVEL_1, "others keep it");
        assertThat(status(unknown, verification(unknown, Fault.POWER_ALL, VerificationOutcome.HOLDS, 0)))
                .isEqualTo(Status.NOT_VERIFIED);
    }
}
