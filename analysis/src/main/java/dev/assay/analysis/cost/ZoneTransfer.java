package dev.assay.analysis.cost;

import java.util.List;

/**
 * What is paid for bytes that leave an availability zone.
 *
 * @param links all between clients and servers, and among servers
 */
public record ZoneTransfer(List<Link> links) {
    /**
     * A link.
     *
     * @param bytes that pass it, in total or for each message or second
     * @param crossing the fraction of them that has to leave its zone
     */
    public record Link(String name, CostRange bytes, CostRange crossing) {}

    public ZoneTransfer {
        links = List.copyOf(links);
    }

    /** The bytes that cross, for whatever the links' bytes are for. */
    public CostRange bytes() {
        CostRange sum = CostRange.exactly(0);
        for (Link link : links) {
            sum = sum.plus(link.bytes().times(link.crossing()));
        }
        return sum;
    }

    /** Their price. */
    public CostRange cost(CostRange perByte) {
        return bytes().times(perByte);
    }

    /**
     * The fraction that leaves its zone between clients and servers: a producer has to send to the server that leads, wherever that is, and of
     * Z zones with as many clients and leaders each, (Z - 1) / Z of the bytes go to another one.
     */
    public static CostRange ofProducers(int zones) {
        return CostRange.exactly((zones - 1.0) / zones);
    }

    /** The same of consumers, who may read from a copy in their own zone where the system offers that. */
    public static CostRange ofConsumers(int zones) {
        return CostRange.of(0, (zones - 1.0) / zones);
    }

    /** The same among servers: all where copies are placed in different zones, (Z - 1) / Z where they are placed at random. */
    public static CostRange amongServers(int zones) {
        return zones == 1 ? CostRange.exactly(0) : CostRange.of((zones - 1.0) / zones, 1);
    }
}
