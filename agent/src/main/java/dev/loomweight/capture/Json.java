package dev.loomweight.capture;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes JSON (RFC 8259) without a library, since what runs in a target brings none. Maps, lists, text, numbers and
 * booleans; nulls are left out of maps.
 */
final class Json {

    private final StringBuilder out = new StringBuilder();

    private Json() {}

    /** The object as indented text that ends in a line feed. */
    static String write(Map<String, ?> object) {
        Json json = new Json();
        json.value(object, "\n");
        return json.out.append('\n').toString();
    }

    private void value(@Nullable Object value, String indent) {
        if (value instanceof Map<?, ?> map) {
            members(map, indent);
        } else if (value instanceof List<?> list) {
            elements(list, indent);
        } else if (value instanceof Number || value instanceof Boolean || value == null) {
            out.append(value);
        } else {
            text(value.toString());
        }
    }

    private void members(Map<?, ?> map, String indent) {
        String inner = indent + "  ";
        String separator = "{";
        for (Map.Entry<?, ?> member : map.entrySet()) {
            if (member.getValue() != null) {
                out.append(separator).append(inner);
                text(String.valueOf(member.getKey()));
                out.append(": ");
                value(member.getValue(), inner);
                separator = ",";
            }
        }
        out.append(separator.equals("{") ? "{}" : indent + "}");
    }

    private void elements(List<?> list, String indent) {
        if (list.isEmpty()) {
            out.append("[]");
            return;
        }
        String inner = indent + "  ";
        String separator = "[";
        for (Object element : list) {
            out.append(separator).append(inner);
            value(element, inner);
            separator = ",";
        }
        out.append(indent).append(']');
    }

    private void text(String text) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    // Lone surrogates cannot be written as UTF-8, so they are escaped too.
                    if (c < 0x20 || Character.isSurrogate(c)) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }
}
