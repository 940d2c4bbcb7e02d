package dev.assay.systems.pulsar.driver;

import dev.assay.driver.DriverException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.pulsar.common.policies.data.BundlesData;
import org.apache.pulsar.common.policies.data.InactiveTopicDeleteMode;
import org.apache.pulsar.common.policies.data.InactiveTopicPolicies;
import org.apache.pulsar.common.policies.data.PersistencePolicies;
import org.apache.pulsar.common.policies.data.Policies;
import org.apache.pulsar.common.policies.data.RetentionPolicies;

/** Settings of topics, which Pulsar keeps for a namespace: from names and numbers to its policies and back. */
final class NamespacePolicies {
    static final String ENSEMBLE = "bookkeeperEnsemble";
    static final String WRITE_QUORUM = "bookkeeperWriteQuorum";
    static final String ACK_QUORUM = "bookkeeperAckQuorum";
    static final String MARK_DELETE_RATE = "managedLedgerMaxMarkDeleteRate";
    static final String RETENTION_MINUTES = "retentionTimeInMinutes";
    static final String RETENTION_MIB = "retentionSizeInMB";
    static final String DELETE_INACTIVE = "deleteWhileInactive";
    static final String TTL = "messageTTLInSeconds";
    static final String DEDUPLICATION = "deduplicationEnabled";
    static final String BUNDLES = "numBundles";
    static final Set<String> NAMES = Set.of(
            ENSEMBLE,
            WRITE_QUORUM,
            ACK_QUORUM,
            MARK_DELETE_RATE,
            RETENTION_MINUTES,
            RETENTION_MIB,
            DELETE_INACTIVE,
            TTL,
            DEDUPLICATION,
            BUNDLES);

    private NamespacePolicies() {}

    /** @throws DriverException when a value is no number where one is needed */
    static Policies of(Map<String, PulsarSetting> settings) throws DriverException {
        Policies policies = new Policies();
        policies.persistence = new PersistencePolicies(
                (int) number(settings, ENSEMBLE),
                (int) number(settings, WRITE_QUORUM),
                (int) number(settings, ACK_QUORUM),
                number(settings, MARK_DELETE_RATE));
        policies.retention_policies =
                new RetentionPolicies((int) number(settings, RETENTION_MINUTES), (int) number(settings, RETENTION_MIB));
        policies.inactive_topic_policies = new InactiveTopicPolicies(
                InactiveTopicDeleteMode.delete_when_no_subscriptions, 60, truth(settings, DELETE_INACTIVE));
        if (settings.containsKey(TTL)) {
            policies.message_ttl_in_seconds = (int) number(settings, TTL);
        }
        if (settings.containsKey(DEDUPLICATION)) {
            policies.deduplicationEnabled = truth(settings, DEDUPLICATION);
        }
        if (settings.containsKey(BUNDLES)) {
            policies.bundles = BundlesData.builder()
                    .numBundles((int) number(settings, BUNDLES))
                    .build();
        }
        return policies;
    }

    /** The effective policies; what no policy sets is the broker's setting and left out. */
    static Map<String, String> text(Policies policies) {
        Map<String, String> text = new TreeMap<>();
        PersistencePolicies persistence = policies.persistence;
        if (persistence != null) {
            text.put(ENSEMBLE, Integer.toString(persistence.getBookkeeperEnsemble()));
            text.put(WRITE_QUORUM, Integer.toString(persistence.getBookkeeperWriteQuorum()));
            text.put(ACK_QUORUM, Integer.toString(persistence.getBookkeeperAckQuorum()));
            text.put(MARK_DELETE_RATE, Double.toString(persistence.getManagedLedgerMaxMarkDeleteRate()));
        }
        RetentionPolicies retention = policies.retention_policies;
        if (retention != null) {
            text.put(RETENTION_MINUTES, Integer.toString(retention.getRetentionTimeInMinutes()));
            text.put(RETENTION_MIB, Long.toString(retention.getRetentionSizeInMB()));
        }
        if (policies.inactive_topic_policies != null) {
            text.put(DELETE_INACTIVE, Boolean.toString(policies.inactive_topic_policies.isDeleteWhileInactive()));
        }
        if (policies.message_ttl_in_seconds != null) {
            text.put(TTL, policies.message_ttl_in_seconds.toString());
        }
        if (policies.deduplicationEnabled != null) {
            text.put(DEDUPLICATION, policies.deduplicationEnabled.toString());
        }
        if (policies.bundles != null) {
            text.put(BUNDLES, Integer.toString(policies.bundles.getNumBundles()));
        }
        return text;
    }

    private static double number(Map<String, PulsarSetting> settings, String name) throws DriverException {
        String value = value(settings, name);
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw new DriverException(
                    PulsarSettingGroup.TOPIC.path() + "." + name + " must be a number, but is '" + value + "'", e);
        }
    }

    private static boolean truth(Map<String, PulsarSetting> settings, String name) throws DriverException {
        String value = value(settings, name);
        if (!value.equals("true") && !value.equals("false")) {
            throw new DriverException(
                    PulsarSettingGroup.TOPIC.path() + "." + name + " must be true or false, but is '" + value + "'");
        }
        return value.equals("true");
    }

    private static String value(Map<String, PulsarSetting> settings, String name) {
        PulsarSetting setting = settings.get(name);
        if (setting == null) {
            throw new IllegalArgumentException("no value for " + name);
        }
        return setting.value().strip();
    }
}
