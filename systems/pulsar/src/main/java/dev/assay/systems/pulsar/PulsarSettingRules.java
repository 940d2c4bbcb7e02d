package dev.assay.systems.pulsar;

import dev.assay.model.setting.Deletion;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingObjection;
import dev.assay.model.setting.SettingRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

public final class PulsarSettingRules implements SettingRules {
    /** Settings that make a process part of the cluster that Assay starts. */
    private static final Set<String> ASSAYS_OWN = Set.of(
            "clusterName",
            "bindAddress",
            "bindAddresses",
            "advertisedAddress",
            "brokerServicePort",
            "webServicePort",
            "metadataStoreUrl",
            "configurationMetadataStoreUrl",
            "bookie.bookiePort",
            "bookie.metadataServiceUri",
            "bookie.zkServers",
            "bookie.journalDirectory",
            "bookie.journalDirectories",
            "bookie.ledgerDirectories",
            "bookie.advertisedAddress",
            "bookie.listeningInterface",
            "bookie.prometheusStatsHttpAddress",
            "bookie.prometheusStatsHttpPort",
            "bookie.allowLoopback");

    private static final String OWN_CLIENT =
            "each producer and consumer has a client of its own with one thread of each kind";
    private static final Map<String, String> REFUSED = Map.ofEntries(
            Map.entry("serviceUrl", "set systems.pulsar.service.url instead"),
            Map.entry("topicName", "topics are named by Assay"),
            Map.entry("topicNames", "topics are named by Assay"),
            Map.entry("topicsPattern", "topics are named by Assay"),
            Map.entry("subscriptionName", "subscriptions are named by Assay"),
            Map.entry("subscriptionType", "set systems.pulsar.subscription-type instead"),
            Map.entry("producerName", "the cluster gives out names, so that producers can be told apart"),
            Map.entry("consumerName", "each consumer has a name of its own"),
            Map.entry("numListenerThreads", OWN_CLIENT),
            Map.entry("startPaused", "consumers are paused by Assay"),
            Map.entry("enableTransaction", "the driver does not use transactions"),
            Map.entry("deadLetterPolicy", "messages sent to another topic would be counted as lost"),
            Map.entry("retryEnable", "messages sent to another topic would be counted as lost"),
            Map.entry("readCompacted", "messages removed by compaction would be counted as lost"));

    private static final String QUOTA = "backlogQuotaDefaultRetentionPolicy";

    /**
     * Settings that delete messages. Messages of a subscription count as read once they expire or are evicted; a subscription that expires
     * is gone with its position.
     */
    private static final List<Deletion> DELETIONS = List.of(
            Deletion.after(SettingGroup.TOPIC, NamespaceSettings.TTL, Duration.ofSeconds(1), 0),
            Deletion.after(SettingGroup.BROKER, "ttlDurationDefaultInSeconds", Duration.ofSeconds(1), 0)
                    .below(NamespaceSettings.TTL),
            Deletion.after(SettingGroup.BROKER, "subscriptionExpirationTimeMinutes", Duration.ofMinutes(1), 0),
            new Deletion(
                    SettingGroup.BROKER,
                    QUOTA,
                    (value, settings) -> value.equals("consumer_backlog_eviction") && hasQuota(settings),
                    new Deletion.Keeping.Values("producer_request_hold or producer_exception"),
                    ""));

    private static boolean hasQuota(Map<String, String> settings) {
        return settings.entrySet().stream()
                .anyMatch(setting -> setting.getKey().startsWith("backlogQuotaDefaultLimit")
                        && setting.getValue().strip().matches("0*[1-9][0-9.]*"));
    }

    public static boolean isAssaysOwn(String brokerSetting) {
        return ASSAYS_OWN.contains(brokerSetting);
    }

    @Override
    public String system() {
        return "pulsar";
    }

    @Override
    public List<Deletion> deletions() {
        return DELETIONS;
    }

    @Override
    public @Nullable SettingObjection againstName(SettingGroup group, String name) {
        if (group == SettingGroup.BROKER) {
            return isAssaysOwn(name) ? SettingObjection.setByAssay() : null;
        }
        String reason = REFUSED.get(name);
        return reason == null ? null : SettingObjection.never(reason);
    }

    @Override
    public @Nullable SettingObjection againstValue(SettingGroup group, String name, Map<String, String> settings) {
        String value = settings.getOrDefault(name, "").strip();
        return switch (group) {
            case TOPIC -> againstPolicy(name, value);
            case BROKER -> null;
            case CLIENT, PRODUCER, CONSUMER -> againstClientValue(name, value);
        };
    }

    private static @Nullable SettingObjection againstPolicy(String name, String value) {
        if (NamespaceSettings.TRUTHS.contains(name)) {
            return value.matches("true|false")
                    ? null
                    : SettingObjection.value("must be true or false, but is '" + value + "'", "write one of the two");
        }
        return isNumber(value)
                ? null
                : SettingObjection.value("must be a number, but is '" + value + "'", "write it without a unit");
    }

    private static boolean isNumber(String value) {
        return value.matches("[+-]?\\d{1,18}(\\.\\d{1,18})?");
    }

    private static @Nullable SettingObjection againstClientValue(String name, String value) {
        if (name.equals("receiverQueueSize") && value.equals("0")) {
            return SettingObjection.mustBe("at least 1", value, "the client refuses it for topics with partitions");
        }
        if (name.equals("subscriptionInitialPosition") && !value.equals("Earliest")) {
            return SettingObjection.mustBe(
                    "Earliest",
                    value,
                    "messages sent before a consumer is connected would be skipped and counted as lost");
        }
        if (name.equals("authPluginClassName") && !value.startsWith("org.apache.pulsar.")) {
            return SettingObjection.value(
                    "names the class " + value
                            + ": a worker loads only the classes of the Pulsar client itself (org.apache.pulsar)",
                    "name one of those, or remove it");
        }
        return null;
    }
}
