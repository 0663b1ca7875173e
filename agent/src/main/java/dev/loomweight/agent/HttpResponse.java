package dev.loomweight.agent;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * An HTTP/1.1 response.
 *
 * @param head its status line and header fields
 * @param body empty where the request was a HEAD
 * @param close whether the connection ends with it
 */
record HttpResponse(ByteBuffer head, ByteBuffer body, boolean close) {

    /** The type of an error's text. */
    static final String TEXT = "text/plain; charset=utf-8";

    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH);

    /**
     * Makes one.
     *
     * @param status such as 200
     * @param type the body's
     * @param body not copied
     * @param withBody false for a HEAD: the head describes a body that is not sent
     * @param close whether the connection ends with it
     */
    static HttpResponse of(int status, String type, byte[] body, boolean withBody, boolean close) {
        String head = "HTTP/1.1 " + status + " " + phrase(status) + "\r\nDate: "
                + DATE.format(ZonedDateTime.now(ZoneOffset.UTC)) + "\r\nContent-Type: " + type + "\r\nContent-Length: "
                + body.length + "\r\n" + (status == 405 ? "Allow: GET, HEAD\r\n" : "")
                + (close ? "Connection: close\r\n" : "") + "\r\n";
        return new HttpResponse(
                ByteBuffer.wrap(head.getBytes(StandardCharsets.ISO_8859_1)),
                withBody ? ByteBuffer.wrap(body) : ByteBuffer.allocate(0),
                close);
    }

    /** Makes one that says in a line what is wrong. */
    static HttpResponse error(int status, String why, boolean withBody, boolean close) {
        return of(status, TEXT, (why + "\n").getBytes(StandardCharsets.UTF_8), withBody, close);
    }

    private static String phrase(int status) {
        return switch (status) {
            case 200 -> "OK";
            case 400 -> "Bad Request";
            case 404 -> "Not Found";
            case 405 -> "Method Not Allowed";
            case 408 -> "Request Timeout";
            case 413 -> "Content Too Large";
            case 414 -> "URI Too Long";
            case 421 -> "Misdirected Request";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 505 -> "HTTP Version Not Supported";
            default -> throw new IllegalArgumentException(Integer.toString(status));
        };
    }
}
