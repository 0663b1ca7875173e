package dev.loomweight.repl;

import dev.loomweight.query.Lexer;
import dev.loomweight.query.StepKeyword;
import dev.loomweight.query.Token;
import java.util.Set;
import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;

/** Colours a line as it is typed: commands and steps, unknown ones in red, numbers and text in quotes. */
final class PromptHighlighter implements Highlighter {

    private static final Set<String> OPERATORS =
            Set.of("and", "or", "not", "in", "is", "null", "as", "on", "during", "desc", "asc");

    private final boolean colour;

    PromptHighlighter(boolean colour) {
        this.colour = colour;
    }

    @Override
    public AttributedString highlight(LineReader reader, String line) {
        if (!colour) {
            return new AttributedString(line);
        }
        return coloured(line);
    }

    static AttributedString coloured(String line) {
        AttributedStringBuilder text = new AttributedStringBuilder();
        int at = 0;
        boolean first = true;
        boolean stage = false;
        for (Token token : Lexer.tokens(line)) {
            if (token.type() == Token.Type.END) {
                break;
            }
            text.append(line.substring(at, token.at()));
            AttributedStyle style = first
                    ? head(line.substring(token.at()))
                    : stage ? known(StepKeyword.words().contains(token.text())) : style(token);
            text.styled(style, token.text());
            at = token.end();
            stage = token.text().equals("|");
            first = false;
        }
        text.append(line.substring(at));
        return text.toAttributedString();
    }

    private static AttributedStyle head(String rest) {
        String word = rest.split("[\\s|]", 2)[0];
        return known(Commands.head(word).isPresent() || word.startsWith("!") || word.startsWith("#"));
    }

    private static AttributedStyle known(boolean known) {
        return known
                ? AttributedStyle.BOLD.foreground(AttributedStyle.CYAN)
                : AttributedStyle.DEFAULT.foreground(AttributedStyle.RED);
    }

    private static AttributedStyle style(Token token) {
        return switch (token.type()) {
            case NUMBER -> AttributedStyle.DEFAULT.foreground(AttributedStyle.MAGENTA);
            case STRING -> AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN);
            case WORD ->
                OPERATORS.contains(token.text()) || StepKeyword.functions().contains(token.text())
                        ? AttributedStyle.DEFAULT.foreground(AttributedStyle.BLUE)
                        : AttributedStyle.DEFAULT;
            default -> AttributedStyle.DEFAULT;
        };
    }
}
