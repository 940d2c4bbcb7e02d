package dev.assay.systems.kafka;

import dev.assay.model.setting.Deletion;
import dev.assay.model.setting.SettingGroup;
import dev.assay.model.setting.SettingObjection;
import dev.assay.model.setting.SettingRules;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

public final class KafkaSettingRules implements SettingRules {
    /** Settings that make a node part of the cluster that Assay starts. */
    private static final Set<String> ASSAYS_OWN = Set.of(
            "process.roles",
            "node.id",
            "broker.id",
            "controller.quorum.voters",
            "listeners",
            "advertised.listeners",
            "controller.listener.names",
            "listener.security.protocol.map",
            "inter.broker.listener.name",
            "log.dir",
            "log.dirs",
            "metadata.log.dir");

    private static final String FORMAT =
            "Assay's messages are byte arrays with a header of their own, so the driver sets the (de)serializers";
    private static final Map<String, String> REFUSED = Map.of(
            "key.serializer", FORMAT,
            "value.serializer", FORMAT,
            "key.deserializer", FORMAT,
            "value.deserializer", FORMAT,
            "group.id", "the subscription's name is the group, so that deliveries can be counted per subscription",
            "bootstrap.servers", "set systems.kafka.bootstrap.servers instead",
            "bootstrap.controllers", "the driver talks to brokers, not to controllers",
            "transactional.id",
                    "the driver does not use transactions; use enable.idempotence for retries without duplicates",
            "group.instance.id", "each consumer of a subscription would claim to be the same member");

    /** Settings that delete messages. A retention of a day outlasts a trial; a compacted topic drops all but a key's last message. */
    private static final List<Deletion> DELETIONS = List.of(
            Deletion.after(SettingGroup.TOPIC, "retention.ms", Duration.ofMillis(1), -1),
            Deletion.beyond(SettingGroup.TOPIC, "retention.bytes", -1),
            Deletion.by(SettingGroup.TOPIC, "cleanup.policy", "compact", "delete"),
            Deletion.after(SettingGroup.BROKER, "log.retention.ms", Duration.ofMillis(1), -1)
                    .below("retention.ms"),
            Deletion.after(SettingGroup.BROKER, "log.retention.minutes", Duration.ofMinutes(1), -1)
                    .below("retention.ms"),
            Deletion.after(SettingGroup.BROKER, "log.retention.hours", Duration.ofHours(1), -1)
                    .below("retention.ms"),
            Deletion.beyond(SettingGroup.BROKER, "log.retention.bytes", -1).below("retention.bytes"),
            Deletion.by(SettingGroup.BROKER, "log.cleanup.policy", "compact", "delete")
                    .below("cleanup.policy"));

    private final Predicate<String> namesClassesToo;

    /** Creates rules that recognise settings of classes by their names alone. */
    public KafkaSettingRules() {
        this(name -> false);
    }

    /** @param namesClassesToo further settings whose values are classes */
    public KafkaSettingRules(Predicate<String> namesClassesToo) {
        this.namesClassesToo = namesClassesToo;
    }

    /**
     * Tells whether clients of brokers that Assay starts connect with TLS, on a listener of its own, since the brokers were given a
     * certificate. Among themselves, and to Assay's probe, brokers speak plain text.
     */
    public static boolean tls(Map<String, String> broker) {
        return broker.containsKey("ssl.keystore.location") || broker.containsKey("ssl.keystore.certificate.chain");
    }

    public static boolean isAssaysOwn(String brokerSetting) {
        return ASSAYS_OWN.contains(brokerSetting);
    }

    @Override
    public String system() {
        return "kafka";
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
        String value = settings.getOrDefault(name, "");
        if (group == SettingGroup.BROKER) {
            return KafkaValues.objection(group, name, settings);
        }
        if (name.equals("auto.offset.reset") && !value.equals("earliest")) {
            return SettingObjection.mustBe(
                    "earliest",
                    value,
                    "messages sent before a consumer is assigned would be skipped and counted as lost");
        }
        SettingObjection objection = namesClasses(name) ? againstClasses(value) : null;
        return objection == null ? KafkaValues.objection(group, name, settings) : objection;
    }

    private boolean namesClasses(String name) {
        return name.endsWith(".class")
                || name.endsWith(".classes")
                || name.equals("metric.reporters")
                || name.equals("partition.assignment.strategy")
                || name.equals("security.providers")
                || namesClassesToo.test(name);
    }

    /** Refuses every class that a scenario names, except for the vendor's own. */
    private static @Nullable SettingObjection againstClasses(String value) {
        for (String written : value.split(",", -1)) {
            String type = written.strip();
            if (!type.isEmpty() && !type.startsWith("org.apache.kafka.")) {
                return SettingObjection.value(
                        "names the class " + type
                                + ": a worker loads only the classes of the Kafka client itself (org.apache.kafka)",
                        "name one of those, or remove it");
            }
        }
        return null;
    }
}
