package dev.assay.analysis.cost;

/**
 * One line of a price list.
 *
 * @param asOf the day or month for which it was read, such as {@code 2025-01}
 * @param terms under which it holds, such as {@code on demand Linux}
 * @param item what it is the price of: a machine's type, or {@value PriceList#BETWEEN_ZONES}
 * @param currency such as {@code USD}
 * @param amount in that currency, for one unit
 * @param source where it can be looked up
 */
public record Price(
        String asOf,
        String provider,
        String region,
        String terms,
        String item,
        String currency,
        double amount,
        Unit unit,
        String source) {
    /** What is paid for. */
    public enum Unit {
        HOUR("hour", 1),
        GB("GB", 1e9),
        GIB("GiB", 1L << 30);

        private final String text;
        private final double size;

        Unit(String text, double size) {
            this.text = text;
            this.size = size;
        }

        /** How many bytes it is, or hours. */
        double size() {
            return size;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    public Price {
        if (!(amount >= 0 && Double.isFinite(amount))) {
            throw new IllegalArgumentException("a price must be a number and not negative, but is " + amount);
        }
    }

    /** The price with where it comes from, as a phrase. */
    @Override
    public String toString() {
        return amount + " " + currency + " per " + unit + " (" + provider + " " + region + ", " + terms + ", as of "
                + asOf + ", " + source + ")";
    }
}
