package dev.loomweight.agent;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which hosts a request may ask for. A page in a browser on this machine can give its own name this machine's address
 * (DNS rebinding) and would then read what is served on loopback only; but its requests still name the page's host.
 */
final class AllowedHosts {

    private static final Pattern HOST = Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[^:\\[\\]]+)(?::\\d{1,5})?");

    private final boolean loopback;
    private final Set<String> names;

    /**
     * @param loopback whether the server can only be reached from its own machine; else every host is allowed
     * @param configured the configured host of the server
     */
    AllowedHosts(boolean loopback, String configured) {
        this.loopback = loopback;
        String own = configured.contains(":") && !configured.startsWith("[") ? "[" + configured + "]" : configured;
        this.names = new TreeSet<>(List.of("localhost", "127.0.0.1", "[::1]", own.toLowerCase(Locale.ROOT)));
    }

    /**
     * Whether it is answered.
     *
     * @param host a host with or without a port; null where the request had none, which no browser sends
     */
    boolean contains(@Nullable String host) {
        if (!loopback || host == null) {
            return true;
        }
        Matcher matcher = HOST.matcher(host);
        return matcher.matches() && names.contains(matcher.group(1).toLowerCase(Locale.ROOT));
    }
}
