package dev.loomweight.input.text;

import dev.loomweight.sample.Amount;
import dev.loomweight.sample.NmtCategory;
import dev.loomweight.sample.NmtUsage;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One part of metaspace below the category {@code Class}: a head and three or four lines. */
final class NmtMetaspaceParser {

    private final String name;
    private final List<String> lines = new ArrayList<>();
    private @Nullable NmtUsage usage;
    private @Nullable Amount used;
    private @Nullable Amount free;
    private @Nullable Amount waste;
    private double wastePercent;

    NmtMetaspaceParser(String name) {
        this.name = name;
        lines.add("(" + name + ")");
    }

    /** Takes the line after its parenthesis and blanks; false if it is none of these. */
    boolean add(NmtScanner scan) {
        int mark = scan.mark();
        String text = scan.rest();
        scan.back(mark);
        if (usage == null && text.startsWith("reserved=")) {
            usage = scan.usage();
        } else if (used == null && scan.eat("used=")) {
            used = scan.amount();
        } else if (free == null && scan.eat("free=")) {
            free = scan.amount();
        } else if (waste == null && scan.eat("waste=")) {
            waste = waste(scan);
        } else {
            return false;
        }
        boolean whole = !scan.failed() && scan.eat(")") && scan.atEnd();
        if (whole) {
            lines.add("(" + text);
        }
        return whole;
    }

    /** {@code 12KB =3.45% +6KB}: the change follows the share. */
    private Amount waste(NmtScanner scan) {
        Amount now = scan.amount();
        scan.expect(" =");
        wastePercent = scan.percent();
        return new Amount(now.bytes(), scan.changeBytes());
    }

    /** The part, or null if one of its lines is missing. */
    NmtCategory.@Nullable Metaspace finish() {
        return usage == null || used == null || waste == null
                ? null
                : new NmtCategory.Metaspace(name, usage, used, free, waste, wastePercent);
    }

    /** The lines that were taken, for a part that is not whole. */
    List<String> lines() {
        return lines;
    }
}
