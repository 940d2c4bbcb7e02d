package dev.assay.model.spec;

import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.durability.DurabilityStatement;
import dev.assay.model.unit.ByteSize;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Describes one system under test, as the scenario has it. Each kind has its own keys. */
public interface SystemSpec {
    String system();

    default Servers servers() {
        return Servers.LOCAL;
    }

    default Deployment deployment() {
        return servers().deployment();
    }

    /** Tells whether Assay starts nodes of it, which faults can hit. */
    default boolean runsNodes() {
        return deployment() == Deployment.LOCAL;
    }

    /** Tells whether it has no nodes but is in the memory of its workers, so that all of them have to be in one process. */
    default boolean isInWorkers() {
        return deployment() == Deployment.LOCAL && !runsNodes();
    }

    /** Returns what it needs of this machine or of others, as a phrase for people. */
    String needs();

    /** Returns about how much memory all servers of a local cluster take together, at least; zero where it has none. */
    default ByteSize memoryOfServers() {
        return new ByteSize(0);
    }

    /** Tells whether its disks keep messages that every subscription has read, as long as the topic exists. */
    default boolean keepsWhatWasRead() {
        return false;
    }

    /**
     * Returns about how long the starts and recoveries of one verification take besides its load, as seen on 4 cores
     * (docs/DURABILITY.md).
     */
    default Duration startsAndRecoveries() {
        return Duration.ZERO;
    }

    /**
     * Returns the server's version as people should read it, {@code existing} where Assay does not know it, or which product it
     * is instead.
     */
    String serverVersion();

    default NodeDisks disks() {
        return servers().disks();
    }

    /** Returns on how many processors its servers run, {@link Servers#ALL_PROCESSORS} for all; empty where there are no servers. */
    default OptionalInt serverProcessors() {
        return isInWorkers() ? OptionalInt.empty() : OptionalInt.of(servers().processors());
    }

    /** Returns how many nodes have a copy of each message once all is well. */
    int copies();

    /**
     * Returns the same system, of the same version, with a level at which nodes acknowledge without a sync: the positive control of
     * verifications, which loses acknowledged messages when all of its nodes lose power. Empty where there is none, so that nothing
     * shows that a loss of power could be seen.
     */
    default Optional<SystemSpec> withoutSync() {
        return Optional.empty();
    }

    /**
     * Returns the level that servers are set up for: trials of levels that share it differ only in what clients and topics ask
     * for, and can be measured on one cluster.
     */
    default DurabilityLevel levelOfServers(DurabilityLevel level) {
        return level;
    }

    /** Returns how many copies of each message are written in all, once for each subscription where the system does so. */
    default int writtenCopies(Workload workload) {
        return copies();
    }

    /** Returns the version of the client library that workers use; empty where there is none to choose. */
    String clientVersion();

    /** Returns versions of further client libraries that the workers use, by artifact, such as {@code stream-client}. */
    default Map<String, String> furtherClientVersions() {
        return Map.of();
    }

    /**
     * Returns what becomes of a durability level on this system, with the scenario's effective settings. Pure: from the scenario
     * alone, before anything runs.
     */
    DurabilityStatement durability(DurabilityLevel level, VendorSettings settings);

    /**
     * Returns what became of a durability level once the load was open, checked with what was read back.
     *
     * @param effective what clients and the system report
     * @param serverVersion what runs, where it is known only then
     */
    default DurabilityStatement effectiveDurability(
            DurabilityLevel level, VendorSettings settings, EffectiveConfig effective, Optional<String> serverVersion) {
        return durability(level, settings);
    }

    /** Tells whether the system can be set to any level; where not, a scenario that asks for more than it gives is refused. */
    default boolean reachesAnyLevel() {
        return true;
    }

    /** Returns the keys of this system that decide which levels it gives: first the one to change; none where it can be set to any. */
    default List<String> durabilityKeys() {
        return List.of();
    }

    /** Returns which settings of this system would reach a level, for people; empty where all do. */
    default String reaching(DurabilityLevel level) {
        return "";
    }

    /** Returns what the system can do with these settings, as far as the scenario alone tells. */
    default SystemCapabilities capabilities(VendorSettings settings) {
        return SystemCapabilities.UNLIMITED;
    }

    /** Returns which of these settings the system can't take, as far as the scenario alone tells. */
    default List<Incompatibility> refusals(VendorSettings settings) {
        return List.of();
    }

    /**
     * Returns the settings reported by topics and servers with which messages are deleted unread, as {@code GROUP.SETTING}, with
     * their values.
     */
    default Map<String, String> deleting(EffectiveConfig effective) {
        return Map.of();
    }

    /** Returns what a workload asks for that the system can't do with these settings, though with others. */
    default List<Incompatibility> refusals(Workload workload, VendorSettings settings) {
        return List.of();
    }

    /** Tells whether what servers report of one of their settings is what a scenario has for it, however either is written. */
    default boolean isSame(String serverSetting, String value, String reported) {
        return reported.strip().equalsIgnoreCase(value.strip());
    }

    /** Returns keys of scenarios and settings by the vendor's names that set the same thing. */
    default List<SameSetting> sameSettings() {
        return List.of();
    }

    /**
     * Returns what Assay sets by the vendor's names at that level, as far as the scenario alone tells: values by {@code
     * GROUP.SETTING}.
     */
    default Map<String, String> setByAssay(DurabilityLevel level, Workload workload) {
        return Map.of();
    }

    /** Returns what readers must know of a trial that is no reason to refuse it: texts by their subject, such as a key. */
    default Map<String, String> notes(TrialSpec trial) {
        return Map.of();
    }

    /**
     * Tells whether the consumers of a subscription that is no queue all take from every partition; where not, each partition
     * has one of them.
     */
    default boolean sharesPartitions() {
        return false;
    }

    /**
     * Returns why its nodes can't be restarted one after the other, each once the one before is in sync; empty where they can.
     *
     * @param version with which they are started again; empty for the one that they have
     */
    default String refusalOfRolling(String version) {
        return "Assay can't tell when the replicas of " + system()
                + " are in sync again, so it does not restart its nodes one after the other";
    }

    /**
     * Returns why the system has no queues as {@link GroupSpec#queue} describes them, and what to do instead; empty where it has.
     *
     * @param workload which may have other groups besides
     */
    default Optional<Incompatibility> refusalOfQueues(Workload workload) {
        return Optional.of(Incompatibility.of(
                "workload.groups", "Assay can't read " + system() + " as a queue", "leave queue out"));
    }

    /**
     * Returns why the system can't serve workers that run already at these places; empty where it can.
     *
     * @param hosts the name or address of each worker's host, such as {@code 192.0.2.7}
     */
    default Optional<String> refusalOfWorkersAt(List<String> hosts) {
        return Optional.empty();
    }

    /** Returns what a workload asks for that the system can't do for reasons that no {@link SystemCapabilities} holds. */
    default List<Incompatibility> refusals(Workload workload) {
        return List.of();
    }
}
