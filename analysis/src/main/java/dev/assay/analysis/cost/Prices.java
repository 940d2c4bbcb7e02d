package dev.assay.analysis.cost;

import dev.assay.scenario.PlainYaml;
import dev.assay.scenario.ScenarioException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * @param source where and when the prices were read
 * @param amounts for an hour or a GB of each item that has a price
 */
public record Prices(String currency, String source, Map<Item, Double> amounts) {
    public enum Item {
        SERVER_CPU_HOUR("processor time of servers"),
        CLIENT_CPU_HOUR("processor time of workers"),
        GB_WRITTEN("servers to disks"),
        GB_TO_SERVERS("clients to servers"),
        GB_TO_CLIENTS("servers to clients"),
        GB_AMONG_SERVERS("among servers");

        private final String title;

        Item(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }

        /** Tells whether quantities are seconds and the price is per hour; otherwise both are by the GB of 10⁹ bytes. */
        public boolean isTime() {
            return this == SERVER_CPU_HOUR || this == CLIENT_CPU_HOUR;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final double SECONDS_PER_HOUR = 3600;
    private static final String CURRENCY = "currency";
    private static final String SOURCE = "source";
    private static final List<String> WORDS = List.of(CURRENCY, SOURCE);
    private static final String EXPECTED =
            "'currency', 'source' (where and when the prices were read) and prices of some of "
                    + List.of(Item.values());

    public Prices {
        amounts = Collections.unmodifiableMap(new EnumMap<>(amounts));
    }

    /**
     * Reads a file of prices.
     *
     * @throws ScenarioException when it is no YAML with keys
     * @throws IllegalArgumentException when a key is unknown or a value does not fit, naming the line
     */
    public static Prices read(String file, String text) throws ScenarioException {
        Map<String, String> words = new HashMap<>();
        Map<Item, Double> amounts = new EnumMap<>(Item.class);
        for (Map.Entry<String, PlainYaml> entry :
                PlainYaml.read(file, text).entries().entrySet()) {
            String key = entry.getKey();
            String place = file + ":" + entry.getValue().line() + ": ";
            String value = entry.getValue() instanceof PlainYaml.Text written ? written.text() : "";
            Optional<Item> item = Arrays.stream(Item.values())
                    .filter(known -> known.toString().equals(key))
                    .findFirst();
            if (item.isPresent()) {
                amounts.put(item.get(), amount(place, key, value));
            } else if (WORDS.contains(key) && !value.isEmpty()) {
                words.put(key, value);
            } else {
                throw new IllegalArgumentException(place + "expected " + EXPECTED + ", but found '" + key + "'"
                        + (WORDS.contains(key) ? " without a value" : ""));
            }
        }
        if (words.size() < WORDS.size() || amounts.isEmpty()) {
            throw new IllegalArgumentException(file + ":1: expected " + EXPECTED + ", but some of them are missing");
        }
        return new Prices(words.getOrDefault(CURRENCY, ""), words.getOrDefault(SOURCE, ""), amounts);
    }

    private static double amount(String place, String key, String value) {
        try {
            double amount = Double.parseDouble(value);
            if (amount >= 0 && Double.isFinite(amount)) {
                return amount;
            }
        } catch (NumberFormatException _) {
            // Falls through to the exception below.
        }
        throw new IllegalArgumentException(
                place + key + " must be a number such as 0.113, and not negative, but is '" + value + "'");
    }

    /** Returns the cost of a quantity in seconds or GB; NaN for an item without a price. */
    public double cost(Item item, double quantity) {
        double units = item.isTime() ? quantity / SECONDS_PER_HOUR : quantity;
        return units * amounts.getOrDefault(item, Double.NaN);
    }
}
