package dev.assay.analysis.claim;

import dev.assay.analysis.claim.CellResults.Lookup;
import dev.assay.analysis.comparison.ComparisonLook;
import dev.assay.scenario.claim.Claim;
import java.util.List;
import java.util.OptionalInt;

/**
 * Looks at claims after each block, so that decided ones need not be measured further. Looking repeatedly and stopping when chance
 * happens to agree is wrong more often: so a look decides only what chance would show in one of a thousand cases (after Haybittle,
 * British Journal of Radiology 44, 1971, and Peto and others, British Journal of Cancer 34, 1976), and at the end outcomes may be
 * false in 4 of 100, so that ten looks and the end together are false in 5 of 100 at most.
 */
public final class ClaimLooks {
    private static final int FIRST = 3;

    /** Names the block of the last look; after it, claims are judged at the end only. */
    private static final int LAST = 12;

    private ClaimLooks() {}

    /** Tells whether there is a look after a block: after the last block, the claim is judged anyway. */
    public static boolean after(int block, int blocks) {
        return block >= FIRST && block <= LAST && block < blocks;
    }

    public static int first() {
        return FIRST;
    }

    /**
     * Tells whether the blocks up to {@code block} decide a claim.
     *
     * @param cells all cells of the study, as {@code TEST/CELL}
     */
    public static boolean decides(Claim claim, List<String> cells, Lookup results, int block) {
        return new ClaimJudge(cells, upTo(results, block), ComparisonLook.LEVEL)
                .judge(claim)
                .outcome()
                .decided();
    }

    /**
     * Returns the block after which a claim was decided; empty where no look decided it.
     *
     * @param blocks the number planned
     */
    public static OptionalInt decidedAfter(Claim claim, List<String> cells, Lookup results, int blocks) {
        for (int block = FIRST; after(block, blocks); block++) {
            if (decides(claim, cells, results, block)) {
                return OptionalInt.of(block);
            }
        }
        return OptionalInt.empty();
    }

    public static Lookup upTo(Lookup results, int block) {
        return (cell, variant) -> {
            CellResults all = results.of(cell, variant);
            return new CellResults(
                    all.refused(),
                    all.trials().stream()
                            .filter(trial -> trial.block() <= block)
                            .toList(),
                    all.whose());
        };
    }
}
