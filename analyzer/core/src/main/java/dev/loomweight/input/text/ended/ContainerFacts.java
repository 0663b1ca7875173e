package dev.loomweight.input.text.ended;

import dev.loomweight.sample.EndTexts.Containers.Bounds;
import dev.loomweight.sample.EndTexts.Containers.Container;
import dev.loomweight.sample.EndTexts.Containers.Pod;
import dev.loomweight.sample.EndTexts.Containers.Reporter;
import dev.loomweight.sample.EndTexts.Containers.State;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a text says of one container, as it is gathered line by line. Of its command and environment, {@code -Xmx} is kept. */
final class ContainerFacts {

    private static final Pattern HEAP = Pattern.compile("(?<![\\w-])-Xmx(\\d{1,15})([kKmMgGtT]?)(?!\\w)");

    /** Kubernetes' quantities: powers of 1000, or with i of 1024; without a unit bytes. */
    private static final Pattern QUANTITY = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,6})?)([kKMGTPE]?)(i?)B?");

    private static final String UNITS = "kmgtpe";

    /** In the place of a time that did not come yet. */
    private static final String NEVER = "0001-";

    private String name = "";
    private final List<String> ids = new ArrayList<>();
    private long limit = -1;
    private boolean unlimited;
    private long request = -1;
    private long heap = -1;
    private long restarts = -1;
    private @Nullable StateFacts state;
    private @Nullable StateFacts last;

    /** One state, by the names that Kubernetes' JSON has for its parts. */
    static final class StateFacts {
        private final String word;
        private final Map<String, String> parts = new HashMap<>();

        /** @param word such as {@code Terminated} */
        StateFacts(String word) {
            this.word = word;
        }

        void put(String part, String value) {
            parts.putIfAbsent(part, value);
        }

        private State state() {
            String reason = parts.getOrDefault("reason", "");
            String status = parts.getOrDefault("exitCode", "");
            String killed = parts.getOrDefault("outOfMemory", "");
            return new State(
                    word,
                    reason,
                    parts.getOrDefault("message", ""),
                    status.matches("-?\\d{1,9}") ? Integer.valueOf(status) : null,
                    // What runs containers calls it so, and has had other spellings.
                    reason.replace(" ", "").equals("OOMKilled")
                            ? Boolean.TRUE
                            : killed.isEmpty() ? null : Boolean.valueOf(killed),
                    time(parts.getOrDefault("startedAt", "")),
                    time(parts.getOrDefault("finishedAt", "")));
        }
    }

    void name(String found) {
        name = name.isEmpty() ? found : name;
    }

    String name() {
        return name;
    }

    /** @param found as {@code containerd://...}, or the number alone */
    void id(String found) {
        String id = found.substring(found.lastIndexOf('/') + 1);
        if (id.matches("\\p{XDigit}{12,64}") && !ids.contains(id)) {
            ids.add(id);
        }
    }

    void limit(String quantity) {
        limit = bytes(quantity);
    }

    void unlimited() {
        unlimited = limit < 0;
    }

    void request(String quantity) {
        request = bytes(quantity);
    }

    void restarts(String count) {
        restarts = count.matches("\\d{1,9}") ? Long.parseLong(count) : restarts;
    }

    void state(StateFacts found) {
        state = state == null ? found : state;
    }

    void last(StateFacts found) {
        last = last == null ? found : last;
    }

    /** Takes the size of the heap of a command or an environment, the last of several, and nothing else. */
    void options(String text) {
        Matcher option = HEAP.matcher(text);
        while (option.find()) {
            String unit = option.group(2).toUpperCase(Locale.ROOT);
            heap = bytes(option.group(1) + (unit.isEmpty() ? "" : unit + "i"));
        }
    }

    /** The same facts with what another text, or another part of a text, has of the same container. */
    void add(ContainerFacts other) {
        name(other.name);
        other.ids.forEach(this::id);
        limit = limit < 0 ? other.limit : limit;
        unlimited |= other.unlimited;
        request = request < 0 ? other.request : request;
        heap = heap < 0 ? other.heap : heap;
        restarts = restarts < 0 ? other.restarts : restarts;
        state = state == null ? other.state : state;
        last = last == null ? other.last : last;
    }

    boolean hasState() {
        return state != null;
    }

    /** Whether it says more of a container than that there is one. */
    boolean isOfEnd() {
        return state != null || last != null;
    }

    Container container(Reporter reporter, Pod pod) {
        StateFacts now = state;
        StateFacts before = last;
        return new Container(
                reporter,
                name,
                pod,
                ids,
                new Bounds(limit, unlimited && limit < 0, request, heap),
                restarts,
                now == null ? null : now.state(),
                before == null ? null : before.state());
    }

    /** Bytes of a quantity, or -1. */
    static long bytes(String quantity) {
        Matcher parts = QUANTITY.matcher(quantity.strip());
        if (!parts.matches()) {
            return -1;
        }
        int unit = parts.group(2).isEmpty()
                ? 0
                : 1 + UNITS.indexOf(Character.toLowerCase(parts.group(2).charAt(0)));
        BigDecimal factor =
                BigDecimal.valueOf(parts.group(3).isEmpty() ? 1000 : 1024).pow(unit);
        BigDecimal bytes = new BigDecimal(parts.group(1)).multiply(factor).setScale(0, RoundingMode.HALF_UP);
        return bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0 ? -1 : bytes.longValueExact();
    }

    private static @Nullable Instant time(String text) {
        return text.startsWith(NEVER)
                ? null
                : Stream.of(DateTimeFormatter.ISO_OFFSET_DATE_TIME, DateTimeFormatter.RFC_1123_DATE_TIME)
                        .map(form -> time(text, form))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }

    private static @Nullable Instant time(String text, DateTimeFormatter form) {
        try {
            return OffsetDateTime.parse(text, form).toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }
}
