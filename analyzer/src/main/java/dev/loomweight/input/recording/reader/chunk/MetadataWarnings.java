package dev.loomweight.input.recording.reader.chunk;

import dev.loomweight.input.recording.reader.WantedEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds readable metadata that looks as if one of its bytes were wrong. */
final class MetadataWarnings {

    private static final int LONGEST = 60;

    private MetadataWarnings() {}

    /**
     * One sentence per finding.
     *
     * @param wanted the wanted event types
     */
    static List<String> find(Metadata metadata, WantedEvents wanted) {
        List<String> warnings = new ArrayList<>();
        if (!metadata.unknown().isEmpty()) {
            warnings.add("The recording's metadata has words that no known JDK writes (" + quoted(metadata.unknown())
                    + "): it is damaged, or from a newer JDK.");
        }
        Set<String> names = metadata.names();
        List<String> asked = new ArrayList<>();
        wanted.read().forEach(asked::add);
        wanted.onRequest().keySet().forEach(asked::add);
        wanted.counted().forEach(asked::add);
        for (String name : asked) {
            String almost = names.contains(name)
                    ? null
                    : names.stream()
                            .filter(other -> isAlmost(name, other))
                            .findFirst()
                            .orElse(null);
            if (almost != null) {
                warnings.add("The recording has no event type " + name + " but one named " + printable(almost)
                        + ": it is probably damaged there.");
            }
        }
        return warnings;
    }

    /** Whether the names differ in one letter. */
    private static boolean isAlmost(String name, String other) {
        if (name.length() != other.length()) {
            return false;
        }
        int different = 0;
        for (int i = 0; i < name.length() && different < 2; i++) {
            different += name.charAt(i) == other.charAt(i) ? 0 : 1;
        }
        return different == 1;
    }

    private static String quoted(Set<String> words) {
        String first = words.stream().sorted().findFirst().orElse("");
        return printable(first) + (words.size() > 1 ? " and " + (words.size() - 1) + " more" : "");
    }

    private static String printable(String text) {
        String shown = text.codePoints()
                .limit(LONGEST)
                .map(c -> Character.isISOControl(c) || !Character.isDefined(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return shown.isEmpty() ? "nothing" : shown;
    }
}
