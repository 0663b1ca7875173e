package dev.loomweight.repl;

import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.impl.DefaultParser;

/** Splits lines at blanks, for completion; an incomplete line continues in the next. */
final class LineParser extends DefaultParser {

    LineParser() {
        setEscapeChars(null);
        setQuoteChars(new char[0]);
        setEofOnUnclosedQuote(false);
    }

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        if (context == ParseContext.ACCEPT_LINE && LineJoiner.isOpen(line)) {
            throw new EOFError(-1, cursor, "incomplete line", "");
        }
        return super.parse(line, cursor, context);
    }
}
