package dev.assay.model.spec;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.unit.ByteSize;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** One system under test, as the scenario describes it. Each kind has its own keys. */
public interface SystemSpec {
    /** The name of its {@link MessagingSystem}. */
    String system();

    /** The keys that it shares with other systems that have servers. */
    default Servers servers() {
        return Servers.LOCAL;
    }

    /** Who runs the system. */
    default Deployment deployment() {
        return servers().deployment();
    }

    /** Whether Assay starts nodes of it, which faults can hit. */
    default boolean runsNodes() {
        return deployment() == Deployment.LOCAL;
    }

    /** Whether it has no nodes but is in the memory of its workers, so that all of them have to be in one process. */
    default boolean isInWorkers() {
        return deployment() == Deployment.LOCAL && !runsNodes();
    }

    /** What it needs of this machine or of others, as a phrase for people. */
    String needs();

    /** About how much memory all servers of a local cluster take together, at least; none where it has none. */
    default ByteSize memoryOfServers() {
        return new ByteSize(0);
    }

    /** Whether its disks keep messages that every subscription has read, as long as the topic is there. */
    default boolean keepsWhatWasRead() {
        return false;
    }

    /**
     * About how long the starts and recoveries of one verification take besides its load, as seen on 4 cores
     * (docs/DURABILITY.md).
     */
    default Duration startsAndRecoveries() {
        return Duration.ZERO;
    }

    /** The server's version as people should read it, {@code existing} where Assay does not know it, or which product it is instead. */
    String serverVersion();

    /** What each node of a local cluster stores its data on. */
    default NodeDisks disks() {
        return servers().disks();
    }

    /** On how many processors its servers run, {@link Servers#ALL_PROCESSORS} for all; empty where there are no servers. */
    default OptionalInt serverProcessors() {
        return isInWorkers() ? OptionalInt.empty() : OptionalInt.of(servers().processors());
    }

    /** Nodes that have a copy of each message once all is well. */
    int copies();

    /**
     * The same system, of the same version, so that it has a level at which nodes acknowledge without a sync: the positive control of
     * verifications, which loses acknowledged messages when all of its nodes lose power. Empty where there is none, so that nothing
     * shows that a loss of power could be seen.
     */
    default Optional<SystemSpec> withoutSync() {
        return Optional.empty();
    }

    /**
     * The level that servers are set up by: trials of levels that have the same one differ in what clients and topics ask, and can be measured on
     * one cluster.
     */
    default DurabilityLevel levelOfServers(DurabilityLevel asked) {
        return asked;
    }

    /** How many copies of each message are written in all, once for each subscription where the system does so. */
    default int writtenCopies(Workload workload) {
        return copies();
    }

    /** Version of the client library that workers use; empty where there is none to choose. */
    String clientVersion();

    /** Versions of further client libraries that the workers use, by artifact, such as {@code stream-client}. */
    default Map<String, String> furtherClientVersions() {
        return Map.of();
    }

    /**
     * What becomes of a durability level on this system, with the scenario's effective settings. Pure: from the scenario
     * alone, before anything runs.
     */
    DurabilityStatement durability(DurabilityLevel asked, VendorSettings settings);

    /**
     * The same once the load was open, held against what was read back.
     *
     * @param effective what clients and the system report
     * @param serverVersion what runs, where it is known only then
     */
    default DurabilityStatement effectiveDurability(
            DurabilityLevel asked, VendorSettings settings, EffectiveConfig effective, Optional<String> serverVersion) {
        return durability(asked, settings);
    }

    /** Whether the system can be set to any level; where not, a scenario that asks for more than it gives is refused. */
    default boolean reachesAnyLevel() {
        return true;
    }

    /** The keys of this system that decide which levels it gives: first the one to change; none where it can be set to any. */
    default List<String> durabilityKeys() {
        return List.of();
    }

    /** Which settings of this system would reach a level, for people; empty where all do. */
    default String reaching(DurabilityLevel asked) {
        return "";
    }

    /** What the system can do with these settings, as far as the scenario alone tells. */
    default SystemCapabilities capabilities(VendorSettings settings) {
        return SystemCapabilities.UNLIMITED;
    }

    /** Which of these settings the system cannot take, as far as the scenario alone tells. */
    default List<Incompatibility> refusals(VendorSettings settings) {
        return List.of();
    }

    /** Those of the settings that topics and servers report with which messages are deleted unread, as {@code GROUP.SETTING}, with their values. */
    default Map<String, String> deleting(EffectiveConfig effective) {
        return Map.of();
    }

    /** What of a workload the system cannot do with these settings, though with others. */
    default List<Incompatibility> refusals(Workload workload, VendorSettings settings) {
        return List.of();
    }

    /** Whether what servers report of one of their settings is what a scenario has for it, however either is written. */
    default boolean isSame(String serverSetting, String value, String reported) {
        return reported.strip().equalsIgnoreCase(value.strip());
    }

    /** Keys of scenarios and settings by the vendor's names that set the same thing. */
    default List<SameSetting> sameSettings() {
        return List.of();
    }

    /** What Assay sets by the vendor's names at that level, as far as the scenario alone tells: values by {@code GROUP.SETTING}. */
    default Map<String, String> setByAssay(DurabilityLevel level, Workload workload) {
        return Map.of();
    }

    /** What is to be known of a trial that is no reason to refuse it: texts by what they are of, such as a key. */
    default Map<String, String> notes(TrialSpec trial) {
        return Map.of();
    }

    /** Whether the consumers of a subscription that is no queue all take from every partition; where not, each partition has one of them. */
    default boolean sharesPartitions() {
        return false;
    }

    /**
     * Why its nodes can't be restarted one after the other, each once the one before is in sync; empty where they can.
     *
     * @param version with which they are started again; empty for the one that they have
     */
    default String refusalOfRolling(String version) {
        return "Assay can't tell when the replicas of " + system()
                + " are in sync again, so it does not restart its nodes one after the other";
    }

    /**
     * Why the system has no queues as {@link GroupSpec#queue} describes them, and what to do instead; empty where it has.
     *
     * @param workload which may have other groups besides
     */
    default Optional<Incompatibility> refusalOfQueues(Workload workload) {
        return Optional.of(Incompatibility.of(
                "workload.groups", "Assay can't read " + system() + " as a queue", "leave queue out"));
    }

    /**
     * Why the system cannot serve workers that run already at these places; empty where it can.
     *
     * @param hosts the name or address of each worker's host, such as {@code 192.0.2.7}
     */
    default Optional<String> refusalOfWorkersAt(List<String> hosts) {
        return Optional.empty();
    }

    /** What of a workload the system cannot do for reasons that no {@link SystemCapabilities} holds. */
    default List<Incompatibility> refusals(Workload workload) {
        return List.of();
    }
}
