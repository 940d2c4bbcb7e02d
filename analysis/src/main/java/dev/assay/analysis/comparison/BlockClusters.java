package dev.assay.analysis.comparison;

import dev.assay.model.result.TrialRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Says on which cluster each block of a comparison was measured, as far as the records of its trials tell.
 *
 * @param byBlock the clusters of a block's trials, each by the folder of the first trial on it
 * @param shared whether both sides of a block had the same cluster, in any block
 */
record BlockClusters(Map<Integer, String> byBlock, boolean shared) {
    static final BlockClusters UNKNOWN = new BlockClusters(Map.of(), false);

    BlockClusters {
        byBlock = Map.copyOf(byBlock);
    }

    static BlockClusters of(Subject base, Subject other) {
        Map<Integer, TreeSet<String>> clusters = new HashMap<>();
        Map<Integer, Integer> trials = new HashMap<>();
        Stream.concat(base.records().stream(), other.records().stream()).forEach(trial -> {
            int block = trial.identity().repetition();
            clusters.computeIfAbsent(block, _ -> new TreeSet<>()).add(cluster(trial));
            trials.merge(block, 1, Integer::sum);
        });
        Map<Integer, String> byBlock = new HashMap<>();
        // Several, where a cluster failed amid the block: it stands for itself.
        clusters.forEach((block, names) -> byBlock.put(block, String.join(" ", names)));
        return new BlockClusters(
                byBlock,
                clusters.entrySet().stream()
                        .anyMatch(block -> block.getValue().size() == 1 && trials.getOrDefault(block.getKey(), 0) > 1));
    }

    private static String cluster(TrialRecord trial) {
        return trial.setup().cluster().earlierTrials().stream().findFirst().orElse(trial.folder());
    }

    /** Returns the number of different clusters; 0 where the sides of a block had different ones. */
    int count() {
        return shared ? (int) byBlock.values().stream().distinct().count() : 0;
    }

    /** Returns what the ratios are samples of. One or two clusters are no sample: their ratios hold for these clusters. */
    Sampling sampling() {
        return count() >= RatioEstimate.MIN_BLOCKS && count() < byBlock.size() ? Sampling.CLUSTERS : Sampling.BLOCKS;
    }

    /** Returns the cluster of a block; one of its own for a block without a record. */
    String of(int block) {
        return byBlock.getOrDefault(block, "block " + block);
    }
}
