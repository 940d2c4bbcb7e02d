package dev.assay.analysis.cost;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What no run knows of where its servers are to be operated.
 *
 * @param machine the type of machine, as the price list names it; empty where nobody said
 * @param machines how many of them; empty for as many as carried servers in the run
 * @param zones over how many availability zones servers and clients are spread evenly; empty where nobody said
 * @param headroom the fraction of a capacity that is kept free, from 0 to less than 1
 */
public record CostAssumptions(Optional<String> machine, OptionalInt machines, OptionalInt zones, double headroom) {
    public CostAssumptions {
        if (!(headroom >= 0 && headroom < 1)) {
            throw new IllegalArgumentException("headroom must be from 0 to less than 1, but is " + headroom);
        }
        if (machines.orElse(1) < 1 || zones.orElse(1) < 1) {
            throw new IllegalArgumentException(
                    "there must be at least one machine and one zone, but there are " + machines + " and " + zones);
        }
    }
}
