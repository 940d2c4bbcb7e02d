package dev.assay.analysis.cost;

import dev.assay.analysis.cost.Price.Unit;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Prices of one currency. Several for the same item make a range, as from on demand to reserved.
 *
 * @param prices in the order of their file; at least one
 */
public record PriceList(List<Price> prices) {
    /** The item that is a byte from one availability zone to another, sending and receiving together. */
    public static final String BETWEEN_ZONES = "between-zones";

    public PriceList {
        prices = List.copyOf(prices);
        List<String> currencies =
                prices.stream().map(Price::currency).distinct().toList();
        if (currencies.size() != 1) {
            throw new IllegalArgumentException(
                    "prices must be of one currency, but are of " + (currencies.isEmpty() ? "none" : currencies));
        }
    }

    /** The currency of all. */
    public String currency() {
        return prices.getFirst().currency();
    }

    /** The machines that have a price by the hour. */
    public List<String> machines() {
        return prices.stream()
                .filter(price -> price.unit() == Unit.HOUR)
                .map(Price::item)
                .distinct()
                .toList();
    }

    /** The price of a machine for an hour. */
    public CostRange perHour(String machine) {
        return of(machine, true);
    }

    /** The price of an item for a byte. */
    public CostRange perByte(String item) {
        return of(item, false);
    }

    private CostRange of(String item, boolean byHour) {
        List<Double> amounts = prices.stream()
                .filter(price -> price.item().equals(item) && (price.unit() == Unit.HOUR) == byHour)
                .map(price -> price.amount() / price.unit().size())
                .toList();
        return amounts.isEmpty()
                ? CostRange.notKnown(
                        "the price list has no price of '" + item + "' by " + (byHour ? "the hour" : "the GB"))
                : CostRange.over(amounts);
    }

    /** The prices of an item, with when and where they were read. */
    public String sources(String item) {
        return prices.stream()
                .filter(price -> price.item().equals(item))
                .map(Price::toString)
                .collect(Collectors.joining("; "));
    }
}
