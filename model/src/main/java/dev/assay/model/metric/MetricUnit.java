package dev.assay.model.metric;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Lists the units of metrics: base units, so that nothing has to be converted before it is compared. */
public enum MetricUnit {
    MESSAGES("messages"),
    MESSAGES_PER_SECOND("messages/s"),
    /** Counts processor seconds in each second. */
    CORES("cores"),
    BYTES("B"),
    BYTES_PER_SECOND("B/s"),
    SECONDS("s"),
    /** Measures a fraction from 0 to 1. */
    RATIO("ratio"),
    /** Counts calls, events or the like in each second. */
    PER_SECOND("1/s"),
    REQUESTS("requests"),
    NONE("");

    private final String symbol;

    MetricUnit(String symbol) {
        this.symbol = symbol;
    }

    public String symbol() {
        return symbol;
    }

    /** @throws IllegalArgumentException when no unit has the symbol */
    public static MetricUnit ofSymbol(String symbol) {
        return Arrays.stream(values())
                .filter(unit -> unit.symbol.equals(symbol))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + symbol + "' is not one of the units "
                        + Arrays.stream(values())
                                .filter(unit -> unit != NONE)
                                .map(MetricUnit::symbol)
                                .collect(Collectors.joining(", "))));
    }
}
