package dev.loomweight.agent;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The head of an HTTP/1 request: its first line and the few header fields that the metrics need.
 *
 * @param method as sent, such as {@code GET}
 * @param path the path of the request target, without its query
 * @param host the host that is asked for, with its port where one was sent; null only in HTTP/1.0
 * @param accept all Accept fields, separated by commas; empty where there is none
 * @param keepAlive whether the connection can be used for another request
 * @param hasBody whether a body follows
 */
record RequestHead(
        String method, String path, @Nullable String host, String accept, boolean keepAlive, boolean hasBody) {

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VERSION = Pattern.compile("HTTP/[0-9]\\.[0-9]");
    private static final Pattern ABSOLUTE = Pattern.compile("http://([^/?#]+)([^#]*)", Pattern.CASE_INSENSITIVE);

    /** A request that is answered with an error; without a stack trace, since it is the client's fault. */
    static final class BadRequest extends Exception {

        private static final long serialVersionUID = 1;

        private final int status;

        BadRequest(int status, String why) {
            super(why, null, false, false);
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    /**
     * Where the head ends.
     *
     * @param bytes what was received so far
     * @param from where to start looking: everything before was scanned already
     * @param length how many bytes were received
     * @return the index after the empty line that ends the head, or -1 while there is none
     */
    static int end(byte[] bytes, int from, int length) {
        // An empty line may begin up to three bytes before what is new.
        for (int i = Math.max(0, from - 3); i < length; i++) {
            if (bytes[i] == '\n') {
                int next = i + 1 < length && bytes[i + 1] == '\r' ? i + 2 : i + 1;
                if (next < length && bytes[next] == '\n') {
                    return next + 1;
                }
            }
        }
        return -1;
    }

    /**
     * Reads a head.
     *
     * @param bytes contains it from its first byte to the empty line
     * @param length as {@link #end} returned it
     * @throws BadRequest if it is not HTTP/1, or contradicts itself
     */
    static RequestHead parse(byte[] bytes, int length) throws BadRequest {
        String[] lines = new String(bytes, 0, length, StandardCharsets.ISO_8859_1).split("\r?\n", -1);
        String[] words = lines[0].split(" ", -1);
        if (words.length != 3 || !TOKEN.matcher(words[0]).matches()) {
            throw new BadRequest(400, "this is not an HTTP request");
        }
        if (!VERSION.matcher(words[2]).matches()) {
            throw new BadRequest(400, "this is not an HTTP request");
        }
        if (!words[2].startsWith("HTTP/1.")) {
            throw new BadRequest(505, "only HTTP/1 is supported");
        }
        boolean old = words[2].equals("HTTP/1.0");
        Fields fields = Fields.read(lines);
        if (fields.host == null && !old) {
            throw new BadRequest(400, "HTTP/1.1 needs a Host field");
        }
        return target(words[0], words[1], fields, !old && !fields.close);
    }

    private static RequestHead target(String method, String target, Fields fields, boolean keepAlive)
            throws BadRequest {
        String host = fields.host;
        String path = target;
        var absolute = ABSOLUTE.matcher(target);
        if (absolute.matches()) {
            // As sent to a proxy; it overrides the Host field.
            host = absolute.group(1);
            path = absolute.group(2);
        } else if (!target.startsWith("/") && !target.equals("*")) {
            throw new BadRequest(400, "the request target is not a path");
        }
        int query = path.indexOf('?');
        return new RequestHead(
                method, query < 0 ? path : path.substring(0, query), host, fields.accept, keepAlive, fields.body);
    }

    /** The header fields that matter. */
    private static final class Fields {

        private @Nullable String host;
        private @Nullable String length;
        private String accept = "";
        private boolean close;
        private boolean body;

        static Fields read(String[] lines) throws BadRequest {
            Fields fields = new Fields();
            for (int i = 1; i < lines.length && !lines[i].isEmpty(); i++) {
                int colon = lines[i].indexOf(':');
                // A blank before the colon or at the start of the line lets two servers read two requests.
                if (colon < 0 || !TOKEN.matcher(lines[i].substring(0, colon)).matches()) {
                    throw new BadRequest(400, "a header field has no valid name");
                }
                fields.take(
                        lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                        lines[i].substring(colon + 1).strip());
            }
            return fields;
        }

        private void take(String name, String value) throws BadRequest {
            switch (name) {
                case "host" -> {
                    if (host != null) {
                        throw new BadRequest(400, "there is more than one Host field");
                    }
                    host = value;
                }
                case "accept" -> accept = accept.isEmpty() ? value : accept + "," + value;
                case "connection" ->
                    close |= Pattern.compile("[\\s,]+")
                            .splitAsStream(value)
                            .anyMatch(option -> option.equalsIgnoreCase("close"));
                case "transfer-encoding" -> body = true;
                case "content-length" -> {
                    if (!value.matches("\\d{1,18}") || (length != null && !length.equals(value))) {
                        throw new BadRequest(400, "the Content-Length is not a number");
                    }
                    length = value;
                    body |= Long.parseLong(value) > 0;
                }
                default -> {
                    // Not needed here.
                }
            }
        }
    }
}
