package dev.assay.coordination.wire;

import dev.assay.coordination.wire.proto.Prepare;
import dev.assay.coordination.wire.proto.Prepared;
import dev.assay.coordination.wire.proto.SettingGroup;
import dev.assay.core.durability.DurabilityLevel;
import dev.assay.core.result.EffectiveConfig;
import dev.assay.core.scenario.VendorSettings;
import dev.assay.driver.Capabilities;
import dev.assay.driver.DriverConfig;
import java.util.Map;
import java.util.TreeMap;

/** What passes between coordinator and driver, to messages and back. */
public final class DriverCodec {
    private DriverCodec() {}

    /** The command that opens a driver. */
    public static Prepare toWire(String trial, DriverConfig config) {
        return Prepare.newBuilder()
                .setTrial(trial)
                .putAllConnection(config.connection())
                .setDurability(config.durability().name())
                .setBatching(WorkloadCodec.toWire(config.batching()))
                .setSettings(toWire(config.settings()))
                .build();
    }

    /**
     * What the driver is to be opened with.
     *
     * @throws IllegalArgumentException when the message holds impossible values
     */
    public static DriverConfig fromWire(Prepare wire) {
        return new DriverConfig(
                wire.getConnectionMap(),
                DurabilityLevel.valueOf(wire.getDurability()),
                WorkloadCodec.fromWire(wire.getBatching()),
                fromWire(wire.getSettings()));
    }

    public static Prepared toWire(Capabilities capabilities) {
        return Prepared.newBuilder()
                .setMaxPayloadBytes(capabilities.maxPayloadBytes())
                .setMaxPartitions(capabilities.maxPartitions())
                .setKeys(capabilities.keys())
                .setPause(capabilities.pause())
                .setSharing(capabilities.sharing())
                .setLateSubscriptions(capabilities.lateSubscriptions())
                .build();
    }

    public static Capabilities fromWire(Prepared wire) {
        return new Capabilities(
                wire.getMaxPayloadBytes(),
                wire.getMaxPartitions(),
                wire.getKeys(),
                wire.getPause(),
                wire.getSharing(),
                wire.getLateSubscriptions());
    }

    public static dev.assay.coordination.wire.proto.EffectiveConfig toWire(EffectiveConfig config) {
        var wire =
                dev.assay.coordination.wire.proto.EffectiveConfig.newBuilder().putAllOverrides(config.overrides());
        config.groups()
                .forEach((group, settings) -> wire.putGroups(
                        group,
                        SettingGroup.newBuilder().putAllSettings(settings).build()));
        return wire.build();
    }

    public static EffectiveConfig fromWire(dev.assay.coordination.wire.proto.EffectiveConfig wire) {
        Map<String, Map<String, String>> groups = new TreeMap<>();
        wire.getGroupsMap().forEach((group, settings) -> groups.put(group, settings.getSettingsMap()));
        return new EffectiveConfig(groups, wire.getOverridesMap());
    }

    private static dev.assay.coordination.wire.proto.VendorSettings toWire(VendorSettings settings) {
        return dev.assay.coordination.wire.proto.VendorSettings.newBuilder()
                .putAllClient(settings.client())
                .putAllProducer(settings.producer())
                .putAllConsumer(settings.consumer())
                .putAllTopic(settings.topic())
                .putAllBroker(settings.broker())
                .build();
    }

    private static VendorSettings fromWire(dev.assay.coordination.wire.proto.VendorSettings wire) {
        return new VendorSettings(
                wire.getClientMap(),
                wire.getProducerMap(),
                wire.getConsumerMap(),
                wire.getTopicMap(),
                wire.getBrokerMap());
    }
}
