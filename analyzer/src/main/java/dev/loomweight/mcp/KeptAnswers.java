package dev.loomweight.mcp;

import com.google.gson.JsonObject;
import dev.loomweight.capture.DataException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The last answers, so that a client can ask on. Not safe for threads. */
final class KeptAnswers {

    /** How many are kept. */
    static final int MAX_ANSWERS = 32;

    private static final long MAX_CHARACTERS = 64L << 20;

    private static final Pattern HANDLE = Pattern.compile("(a\\d{1,9}):(.+?)(?:@(\\d{1,9}))?");

    private final Map<String, Answer> kept = new LinkedHashMap<>();
    private final Map<String, Long> sizes = new LinkedHashMap<>();
    private int made;

    /**
     * Keeps an answer.
     *
     * @param maker makes it for its handle
     * @return its first page
     */
    JsonObject first(Function<String, Answer> maker) {
        String handle = "a" + ++made;
        Answer answer = maker.apply(handle);
        kept.put(handle, answer);
        sizes.put(handle, answer.size());
        Iterator<String> oldest = kept.keySet().iterator();
        while (kept.size() > MAX_ANSWERS || (kept.size() > 1 && size() > MAX_CHARACTERS)) {
            sizes.remove(oldest.next());
            oldest.remove();
        }
        return answer.first();
    }

    private long size() {
        return sizes.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * The page that a handle names.
     *
     * @throws DataException if there is none, or no more
     */
    JsonObject more(String handle) {
        Matcher words = HANDLE.matcher(handle);
        Answer answer = words.matches() ? kept.get(words.group(1)) : null;
        AnswerPart part = answer == null ? null : answer.parts().get(words.group(2));
        int from = part == null || words.group(3) == null ? 0 : Integer.parseInt(words.group(3));
        if (answer == null || part == null || (from > 0 && from >= part.items().size())) {
            throw new DataException("no such handle: " + Fit.shortened(handle, 100) + "; the last " + MAX_ANSWERS
                    + " answers are kept, so call the tool again whose answer it was");
        }
        return part.page(answer.handle(), from, Answer.MAX_BYTES);
    }
}
