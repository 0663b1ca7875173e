package dev.loomweight.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class AgentLogTest {

    @Test
    void linesWaitUntilTheLogIsOpen() {
        List<String> lines = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                lines.add(entry.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.loomweight.agent");
        logger.addHandler(handler);
        try {
            AgentLog log = new AgentLog();
            log.say("first");
            assertThat(lines).isEmpty();

            log.open();
            log.say("second");

            assertThat(lines).containsExactly("first", "second");
        } finally {
            logger.removeHandler(handler);
        }
    }
}
