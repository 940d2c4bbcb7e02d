package dev.assay.systems.pulsar.driver;

import dev.assay.driver.Setting;
import dev.assay.systems.pulsar.NamespaceSettings;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pulsar.common.policies.data.BundlesData;
import org.apache.pulsar.common.policies.data.InactiveTopicDeleteMode;
import org.apache.pulsar.common.policies.data.InactiveTopicPolicies;
import org.apache.pulsar.common.policies.data.PersistencePolicies;
import org.apache.pulsar.common.policies.data.Policies;
import org.apache.pulsar.common.policies.data.RetentionPolicies;

/** Converts settings of topics, which Pulsar keeps for a namespace, between names with numbers and its policies. */
final class NamespacePolicies {
    private NamespacePolicies() {}

    static Policies of(Map<String, Setting> settings) {
        Policies policies = new Policies();
        policies.persistence = new PersistencePolicies(
                (int) number(settings, NamespaceSettings.ENSEMBLE),
                (int) number(settings, NamespaceSettings.WRITE_QUORUM),
                (int) number(settings, NamespaceSettings.ACK_QUORUM),
                number(settings, NamespaceSettings.MARK_DELETE_RATE));
        policies.retention_policies =
                new RetentionPolicies((int) number(settings, NamespaceSettings.RETENTION_MINUTES), (int)
                        number(settings, NamespaceSettings.RETENTION_MIB));
        policies.inactive_topic_policies = new InactiveTopicPolicies(
                InactiveTopicDeleteMode.delete_when_no_subscriptions,
                60,
                truth(settings, NamespaceSettings.DELETE_INACTIVE));
        if (settings.containsKey(NamespaceSettings.TTL)) {
            policies.message_ttl_in_seconds = (int) number(settings, NamespaceSettings.TTL);
        }
        if (settings.containsKey(NamespaceSettings.DEDUPLICATION)) {
            policies.deduplicationEnabled = truth(settings, NamespaceSettings.DEDUPLICATION);
        }
        if (settings.containsKey(NamespaceSettings.BUNDLES)) {
            policies.bundles = BundlesData.builder()
                    .numBundles((int) number(settings, NamespaceSettings.BUNDLES))
                    .build();
        }
        return policies;
    }

    /** Returns the effective policies, without those that the namespace does not set, for which the broker's settings hold. */
    static Map<String, String> text(Policies policies) {
        Map<String, String> text = new TreeMap<>();
        PersistencePolicies persistence = policies.persistence;
        if (persistence != null) {
            text.put(NamespaceSettings.ENSEMBLE, Integer.toString(persistence.getBookkeeperEnsemble()));
            text.put(NamespaceSettings.WRITE_QUORUM, Integer.toString(persistence.getBookkeeperWriteQuorum()));
            text.put(NamespaceSettings.ACK_QUORUM, Integer.toString(persistence.getBookkeeperAckQuorum()));
            text.put(
                    NamespaceSettings.MARK_DELETE_RATE,
                    Double.toString(persistence.getManagedLedgerMaxMarkDeleteRate()));
        }
        RetentionPolicies retention = policies.retention_policies;
        if (retention != null) {
            text.put(NamespaceSettings.RETENTION_MINUTES, Integer.toString(retention.getRetentionTimeInMinutes()));
            text.put(NamespaceSettings.RETENTION_MIB, Long.toString(retention.getRetentionSizeInMB()));
        }
        if (policies.inactive_topic_policies != null) {
            text.put(
                    NamespaceSettings.DELETE_INACTIVE,
                    Boolean.toString(policies.inactive_topic_policies.isDeleteWhileInactive()));
        }
        if (policies.message_ttl_in_seconds != null) {
            text.put(NamespaceSettings.TTL, policies.message_ttl_in_seconds.toString());
        }
        if (policies.deduplicationEnabled != null) {
            text.put(NamespaceSettings.DEDUPLICATION, policies.deduplicationEnabled.toString());
        }
        if (policies.bundles != null) {
            text.put(NamespaceSettings.BUNDLES, Integer.toString(policies.bundles.getNumBundles()));
        }
        return text;
    }

    /** Parses a number, which has been checked with all other settings. */
    private static double number(Map<String, Setting> settings, String name) {
        return Double.parseDouble(value(settings, name));
    }

    private static boolean truth(Map<String, Setting> settings, String name) {
        return Boolean.parseBoolean(value(settings, name));
    }

    private static String value(Map<String, Setting> settings, String name) {
        Setting setting = settings.get(name);
        if (setting == null) {
            throw new IllegalArgumentException("no value for " + name);
        }
        return setting.value().strip();
    }
}
