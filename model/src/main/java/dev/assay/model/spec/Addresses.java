package dev.assay.model.spec;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Hosts in the addresses that scenarios name. Nothing is looked up: no network is needed, and a name tells what it says. */
public final class Addresses {
    private static final Pattern SCHEME = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*://");
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|.*\\.localhost|127(\\.\\d{1,3}){3}|::1|0:0:0:0:0:0:0:1");

    private Addresses() {}

    /**
     * The hosts of comma-separated addresses: {@code host:port}, {@code [::1]:9092} or URIs such as
     * {@code scheme://user:password@host:port/path}.
     */
    public static List<String> hosts(String addresses) {
        return Arrays.stream(addresses.split(",", -1))
                .map(String::strip)
                .filter(address -> !address.isEmpty())
                .map(Addresses::host)
                .toList();
    }

    private static String host(String address) {
        String rest = SCHEME.matcher(address).replaceFirst("");
        String authority = rest.split("[/?#]", 2)[0];
        String place = authority.substring(authority.lastIndexOf('@') + 1);
        if (place.startsWith("[") && place.contains("]")) {
            return place.substring(1, place.indexOf(']'));
        }
        return place.contains(":") ? place.substring(0, place.lastIndexOf(':')) : place;
    }

    /** Whether that host is this machine by its very name or address. */
    public static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
    }
}
